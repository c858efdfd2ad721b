//! DescribeCluster, versions 0 to 2, on both kinds of listeners.
//!
//! A broker's listener tells of brokers, a controller's of controllers, each with their address on the listener asked;
//! asked for the other kind they refuse. The controller that a broker shows is any broker that is alive.
//!
//! Versions: 1 endpoint type (KIP-919); 2 fenced brokers (KIP-1073).
//! Not implemented: authorizers; every operation is authorized.

use std::borrow::Cow;
use std::sync::Arc;

use protocol::client::describe_cluster::{
    DescribeClusterBroker, DescribeClusterRequest, DescribeClusterResponse,
};
use protocol::{BrokerId, ErrorCode};

use super::Outcome;
use super::metadata::{CLUSTER_OPERATIONS, any_alive_broker};
use crate::event::ListenerId;
use crate::node::{ListenerKind, Node};
use crate::reply::RequestHead;

/// The number of a kind of listener on the wire, and Kafka's name for it.
const BROKERS: (i8, &str) = (1, "BROKER");
const CONTROLLERS: (i8, &str) = (2, "CONTROLLER");

/// Answers a request. `active` is the active controller as far as it is known; it is shown on controllers' listeners only.
pub fn serve(
    node: &mut Node,
    listener: ListenerId,
    active: BrokerId,
    head: RequestHead,
    frame: &[u8],
    out: &mut Vec<u8>,
) -> Outcome {
    let Ok((_, request)) = super::body::<DescribeClusterRequest>(frame, head.version) else {
        return Outcome::Close;
    };
    let identity = Arc::clone(&node.identity);
    let listener = identity.listener(listener);
    let here = if listener.kind == ListenerKind::Broker { BROKERS } else { CONTROLLERS };
    if let Err(refusal) = check(here, head.version, request.endpoint_type) {
        return super::encode(out, head, |out, version| refusal.encode(out, version));
    }
    let image = Arc::clone(&node.image);
    let (brokers, controller): (Vec<_>, _) = if here == BROKERS {
        let shown = image.brokers.values().filter(|broker| !broker.fenced || request.include_fenced_brokers);
        let brokers = shown.filter_map(|broker| {
            let endpoint = broker.endpoint(&listener.name)?;
            Some(DescribeClusterBroker {
                broker_id: broker.id.0,
                host: Cow::Borrowed(&endpoint.host),
                port: i32::from(endpoint.port),
                rack: broker.rack.as_deref().map(Cow::Borrowed),
                is_fenced: broker.fenced,
            })
        });
        (brokers.collect(), any_alive_broker(node))
    } else {
        let controllers = image.controllers.values().filter_map(|controller| {
            let endpoint = controller.endpoints.iter().find(|e| e.listener == listener.name)?;
            Some(DescribeClusterBroker {
                broker_id: controller.id.0,
                host: Cow::Borrowed(&endpoint.host),
                port: i32::from(endpoint.port),
                ..Default::default()
            })
        });
        (controllers.collect(), active)
    };
    let is_shown = brokers.iter().any(|broker| broker.broker_id == controller.0);
    let answer = DescribeClusterResponse {
        endpoint_type: here.0,
        cluster_id: Cow::Borrowed(&identity.cluster),
        controller_id: if is_shown { controller.0 } else { -1 },
        brokers,
        cluster_authorized_operations: if request.include_cluster_authorized_operations {
            CLUSTER_OPERATIONS
        } else {
            i32::MIN
        },
        ..Default::default()
    };
    super::encode(out, head, |out, version| answer.encode(out, version))
}

/// Whether this is the kind of listener that was meant.
fn check(here: (i8, &str), version: i16, asked: i8) -> Result<(), DescribeClusterResponse<'static>> {
    let (code, message) = match [BROKERS, CONTROLLERS].into_iter().find(|kind| kind.0 == asked) {
        Some(kind) if kind == here => return Ok(()),
        Some(kind) => (
            ErrorCode::MismatchedEndpointType,
            format!(
                "The request was sent to an endpoint of type {}, but we wanted an endpoint of type {}",
                here.1, kind.1
            ),
        ),
        None => (ErrorCode::UnsupportedEndpointType, format!("Unsupported endpoint type {asked}")),
    };
    // Version 0 knows neither code.
    let code = if version == 0 { ErrorCode::InvalidRequest } else { code };
    Err(DescribeClusterResponse {
        error_code: code.code(),
        error_message: Some(Cow::Owned(message)),
        ..Default::default()
    })
}

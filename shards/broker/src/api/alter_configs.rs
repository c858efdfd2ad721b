//! IncrementalAlterConfigs, versions 0 and 1, and AlterConfigs, versions 0 to 2, as a broker answers them.
//!
//! A broker looks first: at resources that are named twice, at nulls and repeated keys, at its own config, which no
//! other node knows, and at its loggers, whose levels it sets itself. What passes goes to the controller; the answer has
//! all resources in the order of the request. Another broker's config is refused. AlterConfigs knows no loggers.
//!
//! Versions: IncrementalAlterConfigs 0 (KIP-339), 1 flexible; AlterConfigs 1 throttling, 2 flexible.
//! Not implemented: authorizers.

use std::borrow::Cow;

use bytes::Bytes;
use metadata::config::Props;
use metadata::config::alter::{self, Change, Changes, Op};
use metadata::config::dynamic::Scope;
use metadata::records::{Resource, ResourceKind};
use protocol::client::{alter_configs as whole, incremental_alter_configs as incremental};
use protocol::wire::Reader;
use protocol::{ApiKey, ErrorCode, Map};

use super::loggers;
use super::{Cx, Outcome, forward};
use crate::effect::Effects;
use crate::node::Node;

/// A resource of a request, with what the broker has to say of it; `None` leaves it to the controller.
pub struct Row {
    kind: i8,
    name: String,
    verdict: Option<Verdict>,
}

struct Verdict {
    code: ErrorCode,
    message: Option<String>,
}

type Refused = (ErrorCode, String);

/// Starts an IncrementalAlterConfigs.
pub fn start_incremental(cx: &mut Cx<'_>, frame: &[u8]) -> Outcome {
    let version = cx.head.version;
    let Ok((client_id, mut request)) =
        super::body::<incremental::IncrementalAlterConfigsRequest<'_>>(frame, version)
    else {
        return Outcome::Close;
    };
    let mut rows = rows(request.resources.iter().map(|r| (r.resource_type, &*r.resource_name)));
    for (row, resource) in rows.iter_mut().zip(&request.resources) {
        if row.verdict.is_some() {
            continue;
        }
        let changes: Vec<Change<'_>> = (resource.configs.iter())
            .map(|config| Change {
                key: &config.name,
                op: config.config_operation,
                value: config.value.as_deref(),
            })
            .collect();
        row.verdict = if ResourceKind(row.kind) == ResourceKind::BROKER_LOGGER {
            Some(Verdict::of(alter_loggers(cx.node, &row.name, &changes, request.validate_only, cx.effects)))
        } else {
            check(cx.node, ResourceKind(row.kind), &row.name, Changes::Incremental(&changes))
                .err()
                .map(Verdict::from)
        };
    }
    let mut passes = rows.iter().map(|row| row.verdict.is_none());
    request.resources.retain(|_| passes.next().unwrap_or(false));
    let mut body = Vec::new();
    if request.encode(&mut body, version).is_err() {
        return Outcome::Close;
    }
    go_on(cx, client_id, rows, body, request.resources.is_empty())
}

/// Starts an AlterConfigs.
pub fn start_whole(cx: &mut Cx<'_>, frame: &[u8]) -> Outcome {
    let version = cx.head.version;
    let Ok((client_id, mut request)) = super::body::<whole::AlterConfigsRequest<'_>>(frame, version) else {
        return Outcome::Close;
    };
    let mut rows = rows(request.resources.iter().map(|r| (r.resource_type, &*r.resource_name)));
    for (row, resource) in rows.iter_mut().zip(&request.resources) {
        if row.verdict.is_some() {
            continue;
        }
        let values: Vec<(&str, Option<&str>)> =
            resource.configs.iter().map(|config| (&*config.name, config.value.as_deref())).collect();
        row.verdict = check(cx.node, ResourceKind(row.kind), &row.name, Changes::Replace(&values))
            .err()
            .map(Verdict::from);
    }
    let mut passes = rows.iter().map(|row| row.verdict.is_none());
    request.resources.retain(|_| passes.next().unwrap_or(false));
    let mut body = Vec::new();
    if request.encode(&mut body, version).is_err() {
        return Outcome::Close;
    }
    go_on(cx, client_id, rows, body, request.resources.is_empty())
}

/// Passes on what passes, or answers at once where nothing does.
fn go_on(cx: &mut Cx<'_>, client_id: Option<&str>, rows: Vec<Row>, body: Vec<u8>, is_done: bool) -> Outcome {
    if is_done {
        return answer(cx, rows, &Map::default());
    }
    let client = forward::client(cx, client_id);
    forward::pass_on(cx, Bytes::from(body), client, Some(rows))
}

/// The resources of a request; those that are named twice are refused.
fn rows<'a>(resources: impl Iterator<Item = (i8, &'a str)>) -> Vec<Row> {
    let mut seen: Map<(i8, &str), usize> = Map::default();
    let mut rows: Vec<Row> = Vec::new();
    let twice = || {
        let message = "Each resource must appear at most once.".to_owned();
        Some(Verdict { code: ErrorCode::InvalidRequest, message: Some(message) })
    };
    for (kind, name) in resources {
        let mut verdict = None;
        if let Some(earlier) = seen.insert((kind, name), rows.len()) {
            rows[earlier].verdict = twice();
            verdict = twice();
        }
        rows.push(Row { kind, name: name.to_owned(), verdict });
    }
    rows
}

/// What a broker finds wrong with a change.
fn check(node: &Node, kind: ResourceKind, name: &str, changes: Changes<'_>) -> Result<(), Refused> {
    changes.check_form().map_err(refusal)?;
    match kind {
        ResourceKind::TOPIC | ResourceKind::CLIENT_METRICS | ResourceKind::GROUP => Ok(()),
        ResourceKind::BROKER => {
            let scope = if name.is_empty() { Scope::Cluster } else { Scope::Broker };
            if scope == Scope::Broker {
                let here = node.identity.id.0;
                match name.parse::<i32>() {
                    Ok(id) if id == here => {}
                    Ok(_) => {
                        return Err((
                            ErrorCode::InvalidRequest,
                            format!("Unexpected broker id, expected {here}, but received {name}"),
                        ));
                    }
                    Err(_) => return Err(not_an_id(name)),
                }
            }
            let none = Props::new();
            let existing = node.image.config(&Resource { kind, name: name.to_owned() }).unwrap_or(&none);
            let elr = node.image.features.elr_enabled();
            alter::alter_broker(&node.identity.config, &node.layers, elr, scope, existing, changes)
                .map(drop)
                .map_err(refusal)
        }
        ResourceKind(number) => Err((ErrorCode::InvalidRequest, format!("Unknown resource type {number}"))),
    }
}

fn not_an_id(name: &str) -> Refused {
    (ErrorCode::InvalidRequest, format!("Node id must be an integer, but it is: {name}"))
}

fn refusal(error: metadata::config::error::ConfigError) -> Refused {
    let code = ErrorCode::try_from(error.code as i16).unwrap_or(ErrorCode::UnknownServerError);
    (code, error.message)
}

/// Sets levels of loggers, all or none.
fn alter_loggers(
    node: &mut Node,
    name: &str,
    changes: &[Change<'_>],
    validate_only: bool,
    effects: &mut Effects,
) -> Result<(), Refused> {
    Changes::Incremental(changes).check_form().map_err(refusal)?;
    let here = node.identity.id.0;
    match name.parse::<i32>() {
        Ok(id) if id == here => {}
        Ok(_) => {
            let message = format!("Unexpected node id. Expected {here}, but received {name}");
            return Err((ErrorCode::InvalidRequest, message));
        }
        Err(_) => return Err(not_an_id(name)),
    }
    let not_here = |logger: &str| (ErrorCode::InvalidConfig, format!("Logger {logger} does not exist!"));
    let mut levels = Vec::new();
    for change in changes {
        let logger = change.key;
        let level = match Op::of_number(change.op) {
            Some(Op::Set) => {
                loggers::number(logger).ok_or_else(|| not_here(logger))?;
                let value = change.value.unwrap_or_default();
                let level = loggers::level(value).ok_or_else(|| {
                    (
                        ErrorCode::InvalidConfig,
                        format!(
                            "Cannot set the log level of {logger} to {value} as it is not a supported log level. \
                             Valid log levels are DEBUG, ERROR, FATAL, INFO, TRACE, WARN"
                        ),
                    )
                })?;
                Some(level)
            }
            Some(Op::Delete) => {
                loggers::number(logger).ok_or_else(|| not_here(logger))?;
                if logger == loggers::ROOT {
                    let message = format!("Removing the log level of the {logger} logger is not allowed");
                    return Err((ErrorCode::InvalidRequest, message));
                }
                None
            }
            Some(op @ (Op::Append | Op::Subtract)) => {
                let op = if op == Op::Append { "APPEND" } else { "SUBTRACT" };
                let message = format!("{op} operation is not allowed for the BROKER_LOGGER resource");
                return Err((ErrorCode::InvalidRequest, message));
            }
            None => {
                let message = format!(
                    "Unknown operation type {} is not allowed for the BROKER_LOGGER resource",
                    change.op
                );
                return Err((ErrorCode::InvalidRequest, message));
            }
        };
        levels.push((logger, level));
    }
    if !validate_only {
        for (logger, level) in levels {
            loggers::set(node, logger, level, effects);
        }
    }
    Ok(())
}

impl Verdict {
    fn of(result: Result<(), Refused>) -> Self {
        match result {
            Ok(()) => Self { code: ErrorCode::None, message: None },
            Err(refused) => Self::from(refused),
        }
    }
}

impl From<Refused> for Verdict {
    fn from((code, message): Refused) -> Self {
        Self { code, message: Some(message).filter(|message| !message.is_empty()) }
    }
}

/// Code and message by resource.
type Told = Map<(i8, String), (i16, Option<String>)>;

/// Puts the answer together from what the broker had to say and the controller's answer.
pub fn finish(cx: &mut Cx<'_>, rows: Vec<Row>, body: &[u8]) -> Outcome {
    let (mut reader, version) = (Reader::new(body), cx.head.version);
    let told = if cx.head.key == ApiKey::IncrementalAlterConfigs {
        incremental::IncrementalAlterConfigsResponse::decode(&mut reader, version).map(|answer| {
            let responses = answer.responses.into_iter();
            responses
                .map(|r| {
                    let told = (r.error_code, r.error_message.map(Cow::into_owned));
                    ((r.resource_type, r.resource_name.into_owned()), told)
                })
                .collect::<Told>()
        })
    } else {
        whole::AlterConfigsResponse::decode(&mut reader, version).map(|answer| {
            let responses = answer.responses.into_iter();
            responses
                .map(|r| {
                    let told = (r.error_code, r.error_message.map(Cow::into_owned));
                    ((r.resource_type, r.resource_name.into_owned()), told)
                })
                .collect::<Told>()
        })
    };
    match told {
        Ok(told) => answer(cx, rows, &told),
        Err(_) => Outcome::Close,
    }
}

fn answer(cx: &mut Cx<'_>, rows: Vec<Row>, told: &Told) -> Outcome {
    let rows = rows.into_iter().map(|row| {
        let (code, message) = match row.verdict {
            Some(verdict) => (verdict.code.code(), verdict.message),
            None => match told.get(&(row.kind, row.name.clone())) {
                Some(told) => told.clone(),
                None => (ErrorCode::UnknownServerError.code(), None),
            },
        };
        (row.kind, row.name, code, message)
    });
    if cx.head.key == ApiKey::IncrementalAlterConfigs {
        let responses = rows.map(|(kind, name, code, message)| incremental::AlterConfigsResourceResponse {
            error_code: code,
            error_message: message.map(Cow::Owned),
            resource_type: kind,
            resource_name: Cow::Owned(name),
        });
        let answer = incremental::IncrementalAlterConfigsResponse {
            throttle_time_ms: 0,
            responses: responses.collect(),
        };
        return cx.answer(&answer);
    }
    let responses = rows.map(|(kind, name, code, message)| whole::AlterConfigsResourceResponse {
        error_code: code,
        error_message: message.map(Cow::Owned),
        resource_type: kind,
        resource_name: Cow::Owned(name),
    });
    cx.answer(&whole::AlterConfigsResponse { throttle_time_ms: 0, responses: responses.collect() })
}

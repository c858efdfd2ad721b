//! What goes on to the controller as it comes.

use broker::peer::PeerError;
use protocol::client::create_topics::{
    CreatableTopic, CreatableTopicResult, CreateTopicsRequest, CreateTopicsResponse,
};
use protocol::client::delete_topics::{DeleteTopicsRequest, DeleteTopicsResponse};
use protocol::wire::Reader;
use protocol::{ApiKey, Message, Request};

use crate::rig::{PLAIN, Rig};

fn encoded<'m, Q: Request<'m>>(request: &Q, version: i16) -> Vec<u8> {
    let mut body = Vec::new();
    request.encode(&mut body, version).expect("it can be encoded");
    body
}

fn create() -> CreateTopicsRequest<'static> {
    CreateTopicsRequest {
        topics: vec![CreatableTopic {
            name: "t".into(),
            num_partitions: 1,
            replication_factor: 1,
            ..Default::default()
        }],
        ..Default::default()
    }
}

#[test]
fn a_request_goes_on_unchanged_in_every_version_and_its_answer_comes_back_so() {
    for version in 2..=7 {
        let mut rig = Rig::new();
        let body = encoded(&create(), version);
        let conn = rig.send(PLAIN, ApiKey::CreateTopics, version, &body);
        let (token, sent) = rig.asked().pop().expect("it goes on");
        assert_eq!(
            (sent.key, sent.version, &sent.body[..]),
            (ApiKey::CreateTopics.code(), version, &body[..])
        );
        let client = sent.forwarded_for.expect("it is a client's");
        assert_eq!((&*client.principal, &*client.client_id), ("User:ANONYMOUS", "rig"));
        assert_eq!(client.address.to_string(), "127.0.0.9");
        let told = CreateTopicsResponse {
            topics: vec![CreatableTopicResult { name: "t".into(), error_code: 36, ..Default::default() }],
            ..Default::default()
        };
        rig.controller_answers(token, version, &told);
        let answer = rig.answer_on(conn, ApiKey::CreateTopics, version).expect("an answer");
        let mut expected = Vec::new();
        told.encode(&mut expected, version).expect("it can be encoded");
        assert_eq!(answer, expected);
    }
    for version in 1..=6 {
        let mut rig = Rig::new();
        let request = DeleteTopicsRequest { timeout_ms: 1, ..Default::default() };
        let conn = rig.send(PLAIN, ApiKey::DeleteTopics, version, &encoded(&request, version));
        let (token, _) = rig.asked().pop().expect("it goes on");
        rig.controller_answers(token, version, &DeleteTopicsResponse::default());
        let body = rig.answer_on(conn, ApiKey::DeleteTopics, version).expect("an answer");
        DeleteTopicsResponse::decode(&mut Reader::new(&body), version).expect("it decodes");
    }
}

#[test]
fn without_a_controller_it_is_sent_again_until_a_minute_has_passed() {
    let mut rig = Rig::new();
    let conn = rig.send(PLAIN, ApiKey::CreateTopics, 7, &encoded(&create(), 7));
    let mut sent = 0;
    for _ in 0..700 {
        for (token, _) in rig.asked() {
            sent += 1;
            let error = if sent % 2 == 0 { PeerError::Unreachable } else { PeerError::Disconnected };
            rig.controller_fails(token, error);
        }
        rig.pass(100);
    }
    assert!((500..=601).contains(&sent), "{sent}");
    let body = rig.answer_on(conn, ApiKey::CreateTopics, 7).expect("an answer");
    let answer = CreateTopicsResponse::decode(&mut Reader::new(&body), 7).expect("it decodes");
    assert_eq!((&*answer.topics[0].name, answer.topics[0].error_code), ("t", 7));
}

#[test]
fn what_cannot_be_read_or_is_not_known_there_closes_the_connection() {
    let mut rig = Rig::new();
    let body = encoded(&create(), 7);
    let conn = rig.send(PLAIN, ApiKey::CreateTopics, 7, &body[..body.len() - 3]);
    assert!(rig.is_closed(conn) && rig.asked().is_empty());
    let conn = rig.send(PLAIN, ApiKey::CreateTopics, 7, &body);
    let (token, _) = rig.asked().pop().expect("it goes on");
    rig.controller_fails(token, PeerError::Unsupported);
    assert!(rig.is_closed(conn));
}

#[test]
fn only_what_clients_may_ask_goes_on() {
    let mut rig = Rig::new();
    for key in [ApiKey::AllocateProducerIds, ApiKey::BrokerHeartbeat, ApiKey::AlterPartition] {
        let conn = rig.send(PLAIN, key, 0, &[0; 64]);
        assert!(rig.is_closed(conn), "{key:?}");
    }
    assert_eq!(<CreateTopicsRequest<'_> as Message<'_>>::NAME, "CreateTopicsRequest");
}

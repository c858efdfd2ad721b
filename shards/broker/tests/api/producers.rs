//! InitProducerId.

use broker::peer::PeerError;
use protocol::ApiKey;
use protocol::client::allocate_producer_ids::{AllocateProducerIdsRequest, AllocateProducerIdsResponse};
use protocol::client::init_producer_id::{InitProducerIdRequest, InitProducerIdResponse};
use protocol::wire::Reader;

use crate::rig::{PLAIN, Rig, ask};

fn init() -> InitProducerIdRequest<'static> {
    InitProducerIdRequest { transactional_id: None, transaction_timeout_ms: 60_000, ..Default::default() }
}

fn start(rig: &mut Rig) -> broker::ConnId {
    let mut body = Vec::new();
    init().encode(&mut body, 5).expect("it can be encoded");
    rig.send(PLAIN, ApiKey::InitProducerId, 5, &body)
}

fn block(rig: &mut Rig, first: i64) {
    let (token, sent) = rig.asked().pop().expect("a block is asked for");
    assert_eq!(sent.key, ApiKey::AllocateProducerIds.code());
    assert!(sent.forwarded_for.is_none(), "the broker asks for itself");
    let request = AllocateProducerIdsRequest::decode(&mut Reader::new(&sent.body), 0).expect("it decodes");
    assert_eq!(request.broker_id, 1);
    let answer =
        AllocateProducerIdsResponse { producer_id_start: first, producer_id_len: 1000, ..Default::default() };
    rig.controller_answers(token, 0, &answer);
}

fn answer(rig: &mut Rig, conn: broker::ConnId) -> Option<(i16, i64, i16)> {
    let body = rig.answer_on(conn, ApiKey::InitProducerId, 5)?;
    let answer = InitProducerIdResponse::decode(&mut Reader::new(&body), 5).expect("it decodes");
    Some((answer.error_code, answer.producer_id, answer.producer_epoch))
}

#[test]
fn ids_come_from_blocks_and_the_next_block_comes_ahead_of_time() {
    let mut rig = Rig::new();
    let (first, second) = (start(&mut rig), start(&mut rig));
    assert_eq!(answer(&mut rig, first), None, "it waits for a block");
    block(&mut rig, 5000);
    assert_eq!(answer(&mut rig, first), Some((0, 5000, 0)));
    assert_eq!(answer(&mut rig, second), Some((0, 5001, 0)));
    for version in 0..=5 {
        let id = ask!(rig, version, init() => InitProducerIdResponse).producer_id;
        assert_eq!(id, 5002 + i64::from(version));
    }
    for id in 5008..5900 {
        assert_eq!(ask!(rig, 5, init() => InitProducerIdResponse).producer_id, id);
    }
    assert!(rig.asked().is_empty());
    ask!(rig, 5, init() => InitProducerIdResponse);
    block(&mut rig, 9000);
    for id in (5901..6000).chain(9000..9900) {
        assert_eq!(ask!(rig, 5, init() => InitProducerIdResponse).producer_id, id);
    }
    assert!(rig.asked().is_empty());
}

#[test]
fn without_a_controller_the_producer_tries_again() {
    let mut rig = Rig::new();
    let conn = start(&mut rig);
    let (token, _) = rig.asked().pop().expect("a block is asked for");
    rig.controller_fails(token, PeerError::Unreachable);
    assert_eq!(answer(&mut rig, conn), Some((14, -1, -1)));
    let conn = start(&mut rig);
    assert_eq!(answer(&mut rig, conn), Some((14, -1, -1)), "a controller is not asked at once again");
    rig.pass(60);
    let conn = start(&mut rig);
    block(&mut rig, 0);
    assert_eq!(answer(&mut rig, conn), Some((0, 0, 0)));
}

#[test]
fn transactions_and_half_named_producers_are_refused() {
    let transactional = |id: &'static str, transaction_timeout_ms| InitProducerIdRequest {
        transactional_id: Some(id.into()),
        transaction_timeout_ms,
        ..Default::default()
    };
    let cases = [
        (transactional("tx", 60_000), 15),
        (transactional("", 60_000), 42),
        (transactional("tx", 0), 50),
        (transactional("tx", 900_001), 50),
        (InitProducerIdRequest { producer_id: 7, ..init() }, 42),
        (InitProducerIdRequest { producer_epoch: 7, ..init() }, 42),
    ];
    let mut rig = Rig::new();
    for (request, code) in cases {
        let answer = ask!(rig, 3, request.clone() => InitProducerIdResponse);
        assert_eq!(
            (answer.error_code, answer.producer_id, answer.producer_epoch),
            (code, -1, -1),
            "{request:?}"
        );
        assert!(rig.asked().is_empty(), "nothing is made");
    }
}

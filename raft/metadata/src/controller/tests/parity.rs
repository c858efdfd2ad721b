//! Kafka's own controller as the judge: wherever its logs show a broker going, stopping or coming back, ours, from the
//! same state, must change the same partitions in the same way.

use super::*;
use crate::image::Image;
use protocol::PartitionIndex;
use protocol::records::Batches;
use std::collections::BTreeMap;
use std::io::Read as _;

/// The records of a log that Kafka wrote, batch by batch.
fn log(node: &str) -> Vec<Vec<Record>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/logs").join(node);
    let file = std::fs::File::open(folder.join("00000000000000000000.log.gz")).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    let batches = Batches::new(&bytes).map(Result::unwrap).filter(|b| !b.is_control());
    let records = |b: protocol::records::BatchView<'_>| {
        b.records().unwrap().map(|r| Record::decode(r.unwrap().value.unwrap()).unwrap()).collect()
    };
    batches.map(records).collect()
}

type Changes = BTreeMap<(Uuid, PartitionIndex), PartitionChange>;

fn changes<'a>(records: impl IntoIterator<Item = &'a Record>) -> Changes {
    let change = |r: &Record| match r {
        Record::PartitionChange(c) => Some(((c.topic, c.partition), (**c).clone())),
        _ => None,
    };
    records.into_iter().filter_map(change).collect()
}

/// What our controller would write from `state` about a broker.
fn ours(state: &Image, id: BrokerId, what: impl FnOnce(&mut Turn<'_>, &Broker) -> Vec<Record>) -> Changes {
    let mut s = Script::new();
    let (state, end) = (state.clone(), Offset(100_000));
    s.controller.handle(
        s.now,
        Event::Elected { epoch: LeaderEpoch(1), end, state, in_transaction: false },
        &mut Vec::new(),
    );
    let Controller { settings, rng, active } = &mut s.controller;
    let active = active.as_mut().unwrap();
    let broker = Arc::clone(active.broker(id).unwrap());
    let mut turn = Turn { settings, rng, active, now: s.now };
    changes(&what(&mut turn, &broker))
}

#[test]
fn partitions_move_as_kafka_moved_them_when_brokers_go_and_come() {
    let mut compared = BTreeMap::new();
    for node in ["static-clean", "dynamic-clean", "kafka-4.0-clean", "kafka-3.9-clean", "three-node"] {
        let mut image = Image::empty();
        for batch in log(node) {
            for (at, record) in batch.iter().enumerate() {
                let is_change = |r: &&Record| matches!(r, Record::PartitionChange(_));
                if let Record::BrokerChange(c) = record {
                    let behind = changes(batch[at + 1..].iter().take_while(is_change));
                    if c.in_controlled_shutdown == Some(true) {
                        let mine = ours(&image, c.id, |turn, broker| turn.begin_shutdown(broker));
                        assert_eq!(mine, behind, "{node}: {c:?}");
                        *compared.entry("shutdown").or_insert(0) += mine.len();
                    }
                    if c.fenced == Some(false) {
                        let mine = ours(&image, c.id, |turn, broker| turn.unfence(broker));
                        assert_eq!(mine, behind, "{node}: {c:?}");
                        *compared.entry("unfence").or_insert(0) += mine.len();
                    }
                }
                // Fencing stands behind what it does to partitions.
                let first = at == 0 || !is_change(&&batch[at - 1]);
                if first && !matches!(record, Record::BeginTransaction { .. } | Record::EndTransaction) {
                    let run = batch[at..].iter().take_while(is_change).count();
                    if let Some(Record::BrokerChange(c)) = batch.get(at + run)
                        && c.fenced == Some(true)
                        && !(at > 0 && matches!(&batch[at - 1], Record::BrokerChange(_)))
                    {
                        let mine = ours(&image, c.id, |turn, broker| turn.fence(broker.id));
                        assert_eq!(mine, changes(&batch[at..at + run]), "{node}: {c:?}");
                        *compared.entry("fence").or_insert(0) += mine.len();
                    }
                }
                match record {
                    Record::BeginTransaction { .. } | Record::EndTransaction => {}
                    _ => image.apply(record).unwrap(),
                }
            }
        }
    }
    assert!(
        compared["shutdown"] > 300 && compared["unfence"] > 300 && compared["fence"] > 10,
        "{compared:?}"
    );
}

//! Metadata logs and snapshots that Kafka 4.4, 4.0 and 3.9 wrote, replayed: what comes out is what Kafka's own tools
//! reported of those nodes.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use metadata::delta::{Delta, TopicChange};
use metadata::image::{Image, Provenance};
use metadata::records::{Record, ResourceKind};
use metadata::replay::Replay;
use metadata::topics::Partition;
use protocol::enums::{AclOperation, AclPermissionType, PatternType, ResourceType};
use protocol::records::Batches;
use protocol::{BrokerId, Offset, PartitionIndex, Uuid};

const NODES: [&str; 5] =
    ["static-clean", "dynamic-clean", "kafka-4.0-clean", "kafka-3.9-clean", "three-node"];

fn folder(node: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/logs").join(node)
}

fn unpack(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(fs::File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

fn table(node: &str, name: &str) -> Option<Vec<Vec<String>>> {
    let text = fs::read_to_string(folder(node).join(name)).ok()?;
    Some(text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

/// Every data batch: where it ends, and its records as bytes.
fn batches(bytes: &[u8]) -> Vec<(Provenance, Vec<Vec<u8>>)> {
    let mut found = Vec::new();
    for batch in Batches::new(bytes) {
        let batch = batch.unwrap();
        batch.check_crc().unwrap();
        let values = if batch.is_control() {
            Vec::new()
        } else {
            batch.records().unwrap().map(|r| r.unwrap().value.unwrap().to_vec()).collect()
        };
        let last = batch.last_offset();
        found.push((
            Provenance { last, epoch: batch.leader_epoch(), timestamp: batch.max_timestamp() },
            values,
        ));
    }
    found
}

fn log(node: &str) -> Vec<(Provenance, Vec<Vec<u8>>)> {
    batches(&unpack(&folder(node).join("00000000000000000000.log.gz")))
}

/// The snapshots by the offset they end before.
fn snapshots(node: &str) -> BTreeMap<i64, Image> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder(node)).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let Some(stem) = name.strip_suffix(".checkpoint.gz") else { continue };
        let end = stem.split_once('-').unwrap().0.parse().unwrap();
        let mut image = Image::empty();
        for (_, values) in batches(&unpack(&path)) {
            for value in values {
                image.apply(&Record::decode(&value).unwrap()).unwrap();
            }
        }
        found.insert(end, image);
    }
    found
}

/// Kafka keeps the features of a node in a hash map and writes them into a snapshot in another order than they came.
fn in_one_order(image: &Image) -> Image {
    let mut sorted = image.clone();
    for broker in image.brokers.values() {
        let mut broker = (**broker).clone();
        broker.features.sort_by(|a, b| a.name.cmp(&b.name));
        sorted.apply(&Record::RegisterBroker(Arc::new(broker))).unwrap();
    }
    for controller in image.controllers.values() {
        let mut controller = (**controller).clone();
        controller.features.sort_by(|a, b| a.name.cmp(&b.name));
        sorted.apply(&Record::RegisterController(Arc::new(controller))).unwrap();
    }
    sorted
}

fn rebuilt(image: &Image) -> Image {
    let level = image.metadata_version();
    let mut copy = Image::empty();
    for record in image.to_records() {
        let mut bytes = Vec::new();
        record.encode(level, &mut bytes).unwrap();
        copy.apply(&Record::decode(&bytes).unwrap()).unwrap();
    }
    copy
}

#[test]
fn every_record_is_written_again_byte_for_byte() {
    let mut kinds = BTreeMap::new();
    for node in NODES {
        let mut replay = Replay::default();
        for (_, values) in log(node) {
            for value in values {
                let record = Record::decode(&value).unwrap();
                replay.apply(&record).unwrap();
                // A level counts from its record on, inside the bootstrap transaction too; all of that is version 0.
                let mut bytes = Vec::new();
                record.encode(replay.image().metadata_version(), &mut bytes).unwrap();
                assert_eq!(bytes, value, "{node}: {record:?}");
                *kinds.entry(record.kind()).or_insert(0) += 1;
            }
        }
    }
    assert!(kinds.len() >= 18, "{kinds:?}");
}

#[test]
fn the_log_up_to_a_snapshot_is_the_snapshot() {
    let mut compared = 0;
    for node in NODES {
        let snapshots = snapshots(node);
        let mut replay = Replay::default();
        for (provenance, values) in log(node) {
            let last = replay.image().provenance.last;
            if let Some(snapshot) = snapshots.get(&last.plus(1).0).filter(|_| last >= Offset::ZERO) {
                let delta = Delta::between(&in_one_order(replay.image()), &in_one_order(snapshot));
                assert!(delta.is_empty(), "{node} before {}: {delta:?}", provenance.last);
                compared += 1;
            }
            for value in values {
                replay.apply(&Record::decode(&value).unwrap()).unwrap();
            }
            replay.advance(provenance);
        }
    }
    assert!(compared >= 15, "{compared}");
}

#[test]
fn an_image_written_as_a_snapshot_and_read_back_is_the_same() {
    for node in NODES {
        let mut replay = Replay::default();
        let mut count = 0;
        for (provenance, values) in log(node) {
            for value in values {
                replay.apply(&Record::decode(&value).unwrap()).unwrap();
            }
            replay.advance(provenance);
            count += 1;
            if count % 10 == 0 {
                assert!(rebuilt(replay.image()) == *replay.image(), "{node} at {}", provenance.last);
            }
        }
        assert!(rebuilt(replay.image()) == *replay.image(), "{node}");
    }
}

#[test]
fn deltas_in_order_tell_everything_there_is_to_know_of_partitions_and_brokers() {
    for node in NODES {
        let mut replay = Replay::default();
        let mut partitions: BTreeMap<(Uuid, PartitionIndex), Partition> = BTreeMap::new();
        let mut brokers = BTreeMap::new();
        let mut configs = 0;
        let mut take = |delta: Delta| {
            for topic in &delta.topics {
                for change in &topic.partitions {
                    let key = (topic.topic.id, change.key);
                    assert_eq!(partitions.get(&key), change.before.as_deref());
                    assert_ne!(change.before, change.after);
                    match &change.after {
                        Some(p) => partitions.insert(key, (**p).clone()),
                        None => partitions.remove(&key),
                    };
                }
                let expected = match topic.kind {
                    TopicChange::Created => topic.partitions.iter().all(|p| p.before.is_none()),
                    TopicChange::Deleted => topic.partitions.iter().all(|p| p.after.is_none()),
                    TopicChange::Changed => topic.partitions.iter().all(|p| p.after.is_some()),
                };
                assert!(expected);
            }
            for change in delta.brokers {
                match change.after {
                    Some(b) => brokers.insert(change.key, b),
                    None => brokers.remove(&change.key),
                };
            }
            configs += delta.configs.len();
        };
        for (provenance, values) in log(node) {
            let only_noop = values.iter().all(|v| Record::decode(v).unwrap() == Record::NoOp);
            for value in values {
                replay.apply(&Record::decode(&value).unwrap()).unwrap();
            }
            replay.advance(provenance);
            if let Some((_, delta)) = replay.publish() {
                assert_eq!(delta.to, provenance);
                assert!(!only_noop || delta.is_empty());
                take(delta);
            }
        }
        let image = replay.image();
        assert_eq!(partitions.len(), image.partition_count());
        for (topic, index, partition) in image.partitions() {
            assert_eq!(partitions[&(topic.id, index)], **partition);
        }
        assert!(brokers.iter().eq(image.brokers.iter()));
        assert!(configs > 0);
        // Loading a snapshot over an older image is one more delta.
        let target = image.clone();
        let mut late = Replay::default();
        late.load(target.clone());
        late.advance(target.provenance);
        let (loaded, delta) = late.publish().unwrap();
        assert!(loaded == target);
        assert_eq!(delta.topics.len(), target.topics().len());
    }
}

/// The image the tables were taken from: just before the nodes were told to stop for the last time.
fn described(node: &str) -> Image {
    let log = log(node);
    let stops = |values: &[Vec<u8>]| {
        values.iter().any(|v| {
            matches!(Record::decode(v).unwrap(), Record::BrokerChange(c)
                if c.in_controlled_shutdown == Some(true) && (node != "three-node" || c.id != BrokerId(2)))
        })
    };
    let end = log.iter().rposition(|(_, values)| stops(values)).unwrap();
    let mut replay = Replay::default();
    for (provenance, values) in &log[..end] {
        for value in values {
            replay.apply(&Record::decode(value).unwrap()).unwrap();
        }
        replay.advance(*provenance);
    }
    replay.image().clone()
}

#[test]
fn topics_and_partitions_are_what_kafkas_admin_client_described() {
    for node in NODES {
        let image = described(node);
        let topics: Vec<Vec<String>> = image
            .topics_from("")
            .map(|t| {
                let configs = image.topic_config(&t.name).into_iter().flatten();
                vec![
                    t.name.to_string(),
                    t.id.to_string(),
                    t.partitions.len().to_string(),
                    metadata::topics::is_internal(&t.name).to_string(),
                    configs.map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>().join(";"),
                ]
            })
            .collect();
        assert_eq!(topics, table(node, "topics.tsv").unwrap(), "{node}");
        let list = |ids: &[BrokerId]| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let mut partitions = Vec::new();
        for topic in image.topics_from("") {
            for (index, p) in topic.partitions.iter() {
                let mut isr = p.isr.clone();
                isr.sort_unstable();
                partitions.push(vec![
                    topic.name.to_string(),
                    index.to_string(),
                    if p.has_leader() { p.leader.to_string() } else { "-".to_owned() },
                    list(&p.replicas),
                    list(&isr),
                    list(&p.elr),
                ]);
            }
        }
        assert_eq!(partitions, table(node, "partitions.tsv").unwrap(), "{node}");
    }
}

#[test]
fn features_configs_quotas_credentials_and_acls_are_what_kafka_described() {
    for node in NODES {
        let image = described(node);
        let expected: Vec<_> = table(node, "features.tsv").unwrap();
        let expected: BTreeMap<&str, &str> = expected
            .iter()
            .filter(|row| row[0] == "finalized" && row[1] != "kraft.version")
            .map(|row| (row[1].as_str(), row[2].as_str()))
            .collect();
        let levels: BTreeMap<&str, String> =
            image.features.finalized().map(|(name, level)| (name, level.to_string())).collect();
        assert!(levels.iter().map(|(n, l)| (*n, l.as_str())).eq(expected), "{node} {levels:?}");

        if let Some(rows) = table(node, "dynamic-configs.tsv") {
            let mut expected: Vec<[String; 4]> = rows
                .into_iter()
                .filter(|r| r[4] != "DYNAMIC_DEFAULT_BROKER_CONFIG" || r[1] == "<default>")
                .map(|r| [r[0].clone(), r[1].replace("<default>", ""), r[2].clone(), r[3].clone()])
                .collect();
            expected.sort();
            let mut found = Vec::new();
            for kind in [ResourceKind::BROKER, ResourceKind::CLIENT_METRICS, ResourceKind::GROUP] {
                for (name, configs) in image.configured(kind) {
                    for (key, value) in configs {
                        let kind = kind.name().unwrap().to_owned();
                        found.push([kind, name.to_owned(), key.clone(), value.clone()]);
                    }
                }
            }
            found.sort();
            assert_eq!(found, expected, "{node}");
        }
        if let Some(mut expected) = table(node, "quotas.tsv") {
            expected.sort();
            let mut found = Vec::new();
            for (entity, quotas) in image.quotas.iter() {
                let parts: Vec<String> = (entity.parts().iter())
                    .map(|(kind, name)| format!("{kind}={}", name.as_deref().unwrap_or("<default>")))
                    .collect();
                for (key, value) in &**quotas {
                    found.push(vec![parts.join(","), key.clone(), format!("{value:.1}")]);
                }
            }
            found.sort();
            assert_eq!(found, expected, "{node}");
        }
        // Kafka 4.0 told only one mechanism of a user who has two.
        if let Some(expected) = table(node, "scram.tsv").filter(|_| node != "kafka-4.0-clean") {
            let found: Vec<Vec<String>> = (image.scram.iter())
                .map(|(key, c)| {
                    let name = ["", "SCRAM-SHA-256", "SCRAM-SHA-512"][key.mechanism as usize];
                    vec![key.user.clone(), name.to_owned(), c.iterations.to_string()]
                })
                .collect();
            assert_eq!(found, expected, "{node}");
        }
        if let Some(mut expected) = table(node, "acls.tsv") {
            expected.sort();
            let mut found: Vec<Vec<String>> = (image.acls.values())
                .map(|a| {
                    vec![
                        ResourceType::try_from(a.resource_type).unwrap().name().to_owned(),
                        a.resource_name.clone(),
                        PatternType::try_from(a.pattern_type).unwrap().name().to_owned(),
                        a.principal.clone(),
                        a.host.clone(),
                        AclOperation::try_from(a.operation).unwrap().name().to_owned(),
                        AclPermissionType::try_from(a.permission).unwrap().name().to_owned(),
                    ]
                })
                .collect();
            found.sort();
            assert_eq!(found, expected, "{node}");
        }
    }
}

#[test]
fn no_bytes_make_the_decoder_panic() {
    let mut rng = protocol::Rng::new(5);
    for (_, values) in log("static-clean") {
        for value in values {
            for cut in 0..value.len() {
                assert!(Record::decode(&value[..cut]).is_err());
            }
            for _ in 0..20 {
                let mut bent = value.clone();
                let at = rng.below(bent.len() as u64) as usize;
                bent[at] ^= 1 << rng.below(8);
                let _ = Record::decode(&bent);
            }
        }
    }
}

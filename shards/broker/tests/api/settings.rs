//! Settings of the node that no answer names: how many fetch sessions there are, and how often files are written.

use protocol::client::fetch::{FetchPartition, FetchRequest, FetchResponse, FetchTopic};

use crate::rig::{Rig, ask};

/// A first request of a session over one partition.
fn first() -> FetchRequest<'static> {
    let partitions = vec![FetchPartition {
        partition_max_bytes: 1 << 20,
        current_leader_epoch: -1,
        last_fetched_epoch: -1,
        ..Default::default()
    }];
    FetchRequest {
        replica_id: -1,
        max_bytes: 1 << 20,
        session_epoch: 0,
        topics: vec![FetchTopic { topic: "t".into(), partitions, ..Default::default() }],
        ..Default::default()
    }
}

#[test]
fn there_are_as_many_fetch_sessions_as_slots() {
    for slots in 0..3 {
        let text = slots.to_string();
        let mut rig = Rig::with(&[("max.incremental.fetch.session.cache.slots", &text)]);
        rig.topic("t", 1, 1);
        let mut opened = 0;
        for _ in 0..4 {
            let answer = ask!(rig, 11, first() => FetchResponse);
            assert_eq!(answer.error_code, 0, "without a session it is answered all the same");
            opened += i32::from(answer.session_id != 0);
        }
        assert_eq!(opened, slots);
    }
}

#[test]
fn checkpoints_are_written_as_often_as_the_shortest_interval() {
    let said =
        |rig: &Rig| std::fs::read_to_string(rig.path("replication-offset-checkpoint")).unwrap_or_default();
    for (settings, wait) in [
        (&[][..], 5_000),
        (&[("replica.high.watermark.checkpoint.interval.ms", "1000")][..], 1_000),
        (&[("log.flush.offset.checkpoint.interval.ms", "2000")][..], 2_000),
        (&[("log.flush.start.offset.checkpoint.interval.ms", "3000")][..], 3_000),
    ] {
        let mut rig = Rig::with(settings);
        rig.topic("t", 1, 1);
        rig.pass(wait);
        rig.produce("t", 0, 1_700_000_000_000);
        rig.pass(wait - 500);
        assert!(!said(&rig).contains("t 0 1"), "{settings:?}: {}", said(&rig));
        rig.pass(500);
        assert!(said(&rig).contains("t 0 1"), "{settings:?}: {}", said(&rig));
    }
}

#[test]
fn records_are_synced_for_their_age_when_the_scheduler_looks() {
    for (scheduler, wait) in [("200", 1_200), ("9223372036854775807", 6_000)] {
        let mut rig =
            Rig::with(&[("log.flush.interval.ms", "1000"), ("log.flush.scheduler.interval.ms", scheduler)]);
        rig.syncs_held = true;
        rig.topic("t", 1, 1);
        rig.produce("t", 0, 1_700_000_000_000);
        rig.pass(800);
        assert_eq!(rig.syncs(), 0, "{scheduler}");
        rig.pass(wait - 800);
        assert_eq!(rig.syncs(), 1, "{scheduler}");
    }
}

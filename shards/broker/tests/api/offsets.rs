//! ListOffsets and OffsetForLeaderEpoch.

use protocol::client::list_offsets::{
    ListOffsetsPartition, ListOffsetsRequest, ListOffsetsResponse, ListOffsetsTopic,
};
use protocol::client::offset_for_leader_epoch::{
    OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse, OffsetForLeaderPartition, OffsetForLeaderTopic,
};

use crate::rig::{Rig, ask, partition};

fn of(topics: &[(&'static str, &[(i32, i64)])]) -> ListOffsetsRequest<'static> {
    let topics = topics.iter().map(|(name, partitions)| ListOffsetsTopic {
        name: (*name).into(),
        partitions: partitions
            .iter()
            .map(|(partition_index, timestamp)| ListOffsetsPartition {
                partition_index: *partition_index,
                timestamp: *timestamp,
                ..Default::default()
            })
            .collect(),
    });
    ListOffsetsRequest { replica_id: -1, topics: topics.collect(), ..Default::default() }
}

/// `topic: partition=code/timestamp/offset/epoch ...`
fn shown(answer: &ListOffsetsResponse<'_>) -> String {
    let topics = answer.topics.iter().map(|topic| {
        let rows = topic.partitions.iter().map(|p| {
            format!(" {}={}/{}/{}/{}", p.partition_index, p.error_code, p.timestamp, p.offset, p.leader_epoch)
        });
        format!("{}:{}", topic.name, rows.collect::<String>())
    });
    topics.collect::<Vec<_>>().join(" ")
}

/// Three records, in offsets 0 to 2, an hour ago and a second apart; the middle one is the youngest.
fn filled() -> Rig {
    let mut rig = Rig::new();
    rig.topic("t", 1, 2);
    for time in [1000, 3000, 2000] {
        rig.produce("t", 0, time);
    }
    rig
}

#[test]
fn every_version_lists_offsets() {
    for version in 1..=11 {
        let mut rig = filled();
        let epoch = if version >= 4 { 5 } else { -1 };
        let answer = ask!(rig, version, of(&[("t", &[(0, -1), (1, -2)])]) => ListOffsetsResponse);
        assert_eq!(shown(&answer), format!("t: 1=0/-1/0/{epoch} 0=0/-1/3/{epoch}"));
    }
}

#[test]
fn times_find_the_first_record_that_is_not_older() {
    let mut rig = filled();
    for (timestamp, expected) in [
        (0, "0=0/1000/0/5"),
        (1001, "0=0/3000/1/5"),
        (3000, "0=0/3000/1/5"),
        (3001, "0=0/-1/-1/-1"),
        (-3, "0=0/3000/1/5"),
        (-4, "0=0/-1/0/5"),
        (-5, "0=0/-1/-1/-1"),
        (-6, "0=0/-1/-1/-1"),
        (-7, "0=35/-1/-1/-1"),
    ] {
        let answer = ask!(rig, 11, of(&[("t", &[(0, timestamp)])]) => ListOffsetsResponse);
        assert_eq!(shown(&answer), format!("t: {expected}"), "{timestamp}");
    }
    let answer = ask!(rig, 11, of(&[("t", &[(1, -3)])]) => ListOffsetsResponse);
    assert_eq!(shown(&answer), "t: 1=0/-1/-1/-1");
}

#[test]
fn each_special_time_is_known_from_its_version_on() {
    let mut rig = filled();
    for (timestamp, first) in [(-3, 7), (-4, 8), (-5, 9), (-6, 11)] {
        for version in [first - 1, first] {
            let answer = ask!(rig, version, of(&[("t", &[(0, timestamp)])]) => ListOffsetsResponse);
            let code = answer.topics[0].partitions[0].error_code;
            assert_eq!(code, if version < first { 35 } else { 0 }, "{timestamp} in version {version}");
        }
    }
}

#[test]
fn what_is_not_there_or_named_twice_is_told_in_its_row() {
    let mut rig = filled();
    let request = of(&[
        ("t", &[(0, -1), (9, -1), (0, -2)]),
        ("none", &[(0, -1)]),
        ("empty", &[]),
        ("t", &[(1, -1), (9, -1)]),
    ]);
    let answer = ask!(rig, 5, request => ListOffsetsResponse);
    assert_eq!(shown(&answer), "t: 1=0/-1/0/5 0=42/-1/-1/-1 9=42/-1/-1/-1 none: 0=3/-1/-1/-1");
}

#[test]
fn leader_epochs_are_checked() {
    let mut rig = filled();
    for (believed, code) in [(-1, 0), (5, 0), (4, 74), (6, 75)] {
        let mut request = of(&[("t", &[(0, -1)])]);
        request.topics[0].partitions[0].current_leader_epoch = believed;
        let answer = ask!(rig, 4, request => ListOffsetsResponse);
        assert_eq!(answer.topics[0].partitions[0].error_code, code, "{believed}");
    }
}

#[test]
fn an_isolation_level_that_is_none_refuses_all() {
    let mut rig = filled();
    let request = ListOffsetsRequest { isolation_level: 2, ..of(&[("t", &[(0, -1)])]) };
    assert_eq!(shown(&ask!(rig, 2, request => ListOffsetsResponse)), "t: 0=-1/-1/-1/-1");
    let request = ListOffsetsRequest { isolation_level: 1, ..of(&[("t", &[(0, -1)])]) };
    assert_eq!(shown(&ask!(rig, 2, request => ListOffsetsResponse)), "t: 0=0/-1/3/-1");
}

#[test]
fn only_tools_may_ask_a_follower() {
    let mut rig = filled();
    rig.apply(&[partition(1, 0, &[1, 2], &[1, 2], 2)]);
    for (replica_id, expected) in [(-1, "t: 0=6/-1/-1/-1"), (3, "t: 0=6/-1/-1/-1"), (-2, "t: 0=0/-1/3/5")] {
        let request = ListOffsetsRequest { replica_id, ..of(&[("t", &[(0, -1)])]) };
        assert_eq!(shown(&ask!(rig, 4, request => ListOffsetsResponse)), expected);
    }
}

#[test]
fn epochs_end_where_the_log_says() {
    for version in 2..=4 {
        let mut rig = filled();
        let row = |partition, current_leader_epoch, leader_epoch| OffsetForLeaderPartition {
            partition,
            current_leader_epoch,
            leader_epoch,
        };
        let request = OffsetForLeaderEpochRequest {
            replica_id: if version >= 3 { -1 } else { -2 },
            topics: vec![
                OffsetForLeaderTopic {
                    topic: "t".into(),
                    partitions: vec![row(0, -1, 5), row(0, 5, 4), row(0, 4, 5), row(0, -1, 6), row(7, -1, 5)],
                },
                OffsetForLeaderTopic { topic: "none".into(), partitions: vec![row(0, -1, 0)] },
            ],
        };
        let answer = ask!(rig, version, request => OffsetForLeaderEpochResponse);
        let rows = |at: usize| {
            let rows = answer.topics[at].partitions.iter();
            rows.map(|p| (p.partition, p.error_code, p.leader_epoch, p.end_offset)).collect::<Vec<_>>()
        };
        assert_eq!(rows(0), [(0, 0, 5, 3), (0, 0, 4, 0), (0, 74, -1, -1), (0, 0, -1, -1), (7, 3, -1, -1)]);
        assert_eq!(rows(1), [(0, 3, -1, -1)]);
    }
}

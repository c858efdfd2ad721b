//! The metadata log over its life: full disks, snapshots, retention, restarts.

use protocol::client::create_topics::{CreatableTopic, CreateTopicsRequest, CreateTopicsResponse};
use protocol::client::delete_topics::{DeleteTopicsRequest, DeleteTopicsResponse};
use protocol::{LeaderEpoch, Offset};

use crate::replicas::{beat, register};
use crate::rig::{Rig, Settings, decode, epoch, log_end};

fn create(name: &str) -> CreateTopicsRequest<'static> {
    CreateTopicsRequest {
        topics: vec![CreatableTopic {
            name: name.to_owned().into(),
            num_partitions: 1,
            replication_factor: 1,
            ..Default::default()
        }],
        timeout_ms: 1000,
        validate_only: false,
    }
}

fn created(rig: &mut Rig, name: &str) -> bool {
    let token = rig.ask(7, &create(name));
    let Some(body) = rig.answer(token) else { return false };
    let answer: CreateTopicsResponse<'_> = decode(body, 7);
    answer.topics[0].error_code == 0
}

fn has_topic(rig: &Rig, name: &str) -> bool {
    rig.published.as_ref().is_some_and(|published| published.image.topic_named(name).is_some())
}

#[test]
fn a_full_disk_makes_changes_wait_and_loses_none() {
    let mut rig = Rig::new();
    register(&mut rig);
    assert!(created(&mut rig, "before"));
    rig.full = true;
    let tokens = ["one", "two"].map(|name| rig.ask(7, &create(name)));
    rig.pass(5_000);
    assert!(!has_topic(&rig, "one"), "nothing is published that is not on the disk");
    assert!(tokens.iter().all(|token| rig.answer(*token).is_none()));
    assert_eq!(
        rig.lines.iter().filter(|line| line.contains("is full")).count(),
        1,
        "an operator is told once, not at every attempt"
    );
    rig.full = false;
    rig.pass(1_000);
    for token in tokens {
        let answer: CreateTopicsResponse<'_> = decode(rig.answer(token).expect("it is answered"), 7);
        assert_eq!(answer.topics[0].error_code, 0);
    }
    assert!(has_topic(&rig, "one") && has_topic(&rig, "two"));
    rig.restart();
    assert!(has_topic(&rig, "before") && has_topic(&rig, "one") && has_topic(&rig, "two"));
}

#[test]
fn a_stop_while_the_disk_is_full_leaves_a_log_without_what_was_never_written() {
    let mut rig = Rig::new();
    register(&mut rig);
    let end = log_end(&rig);
    rig.full = true;
    let token = rig.ask(7, &create("never"));
    rig.stop();
    rig.pass(100);
    rig.full = false;
    rig.pass(1_000);
    assert!(rig.stopped, "it does not wait for space to stop");
    assert!(rig.answer(token).is_none());
    assert_eq!(log_end(&rig), end);
}

#[test]
fn a_start_on_a_full_disk_waits_for_space_to_vote() {
    let mut rig = Rig::new();
    register(&mut rig);
    rig.full = true;
    rig.restart();
    rig.pass(2_000);
    assert!(rig.published.is_none());
    rig.full = false;
    rig.pass(2_000);
    assert!(rig.published.is_some());
    assert_eq!(epoch(&rig), LeaderEpoch(2));
}

#[test]
fn space_is_kept_ahead_of_the_log_in_steps() {
    let mut rig = Rig::with(Settings { segment_bytes: 64 << 20, ..Settings::default() });
    register(&mut rig);
    assert_eq!(kept(&rig), (0, 4 << 20));
    for round in 0..100 {
        let topics = (0..100).map(|n| create(&format!("t{round}-{n}-{}", "x".repeat(180))).topics.remove(0));
        let request =
            CreateTopicsRequest { topics: topics.collect(), timeout_ms: 1000, validate_only: false };
        let token = rig.ask(7, &request);
        assert!(rig.answer(token).is_some());
    }
    assert_eq!(kept(&rig), (0, 8 << 20), "the next step is kept once half is used");
}

/// The space that was asked for: from where, and up to where without a gap. No piece is so large that a nearly full disk
/// would refuse much of it whole.
fn kept(rig: &Rig) -> (u64, u64) {
    let first = rig.allocated.first().expect("some is kept").0;
    let end = rig.allocated.iter().fold(first, |end, &(from, len)| {
        assert_eq!(from, end);
        assert!(len <= 128 << 10);
        from + len
    });
    (first, end)
}

#[test]
fn snapshots_are_made_by_bytes_and_by_time_and_a_start_goes_on_from_the_newest() {
    let mut rig = Rig::with(Settings { snapshot_bytes_max: 2_000, ..Settings::default() });
    register(&mut rig);
    for n in 0..30 {
        assert!(created(&mut rig, &format!("t{n}")));
    }
    let by_bytes = rig.snapshots();
    assert!(by_bytes.len() == 3, "30 topics take more than 2,000 bytes twice: {by_bytes:?}");
    let mut rig = Rig::with(Settings { snapshot_interval_ms: 3_000, ..Settings::default() });
    register(&mut rig);
    assert!(created(&mut rig, "t"));
    rig.pass(10_000);
    let by_time = rig.snapshots();
    assert!((3..=5).contains(&by_time.len()), "one in three seconds, and the format's: {by_time:?}");
    let names = vec!["t".into()];
    let token =
        rig.ask(5, &DeleteTopicsRequest { topic_names: names, timeout_ms: 1000, ..Default::default() });
    let answer: DeleteTopicsResponse<'_> = decode(rig.answer(token).expect("it is answered"), 5);
    assert_eq!(answer.responses[0].error_code, 0);
    rig.restart();
    assert!(!has_topic(&rig, "t"), "what is behind the snapshot counts too");
    assert!(rig.published.as_ref().expect("an image").image.brokers.len() == 1);
}

#[test]
fn retention_removes_old_snapshots_and_the_segments_before_them() {
    let mut rig = Rig::with(Settings {
        snapshot_interval_ms: 2_000,
        segment_bytes: 2_000,
        properties: vec![("metadata.max.retention.ms", "5000")],
        ..Settings::default()
    });
    let broker_epoch = register(&mut rig);
    for n in 0..60 {
        assert!(created(&mut rig, &format!("t{n}")));
        beat(&mut rig, broker_epoch);
        rig.pass(500);
    }
    let snapshots = rig.snapshots();
    assert!(snapshots[0] > 0 && (2..=6).contains(&snapshots.len()), "only the young stay: {snapshots:?}");
    let segments: Vec<String> = rig.files().into_iter().filter(|name| name.ends_with(".log")).collect();
    let first: i64 = segments[0][..20].parse().expect("a number");
    assert!(first > 0, "{segments:?}");
    assert!(
        first <= snapshots[0],
        "everything behind the oldest snapshot is there: {segments:?} {snapshots:?}"
    );
    rig.pass(2_000);
    let renamed = rig.files().into_iter().filter(|name| name.ends_with(".deleted")).count();
    assert!(renamed < 10, "renamed files go after a while: {:?}", rig.files());
    rig.restart();
    assert!((0..60).all(|n| has_topic(&rig, &format!("t{n}"))));
    assert!(created(&mut rig, "after"));
}

#[test]
fn a_snapshot_that_finds_no_space_is_made_later() {
    let mut rig = Rig::with(Settings { snapshot_bytes_max: 600, ..Settings::default() });
    register(&mut rig);
    assert!(created(&mut rig, "t0"));
    let before = rig.snapshots();
    rig.full = true;
    let token = rig.ask(7, &create("t1"));
    rig.pass(1_000);
    rig.full = false;
    rig.pass(1_000);
    assert!(rig.answer(token).is_some());
    for n in 2..12 {
        assert!(created(&mut rig, &format!("t{n}")));
    }
    assert!(rig.snapshots().len() > before.len());
}

#[test]
fn every_start_leads_a_new_epoch_with_one_record_of_its_own() {
    let mut rig = Rig::new();
    register(&mut rig);
    for number in 1..5 {
        assert_eq!(epoch(&rig), LeaderEpoch(number));
        let end = log_end(&rig);
        rig.restart();
        assert!(rig.published.is_some());
        // The leader's own record, and the registration of the controller that is new with each run.
        assert_eq!(log_end(&rig), Offset(end.0 + 2));
    }
}

#[test]
fn a_record_that_says_nothing_is_written_so_often_as_is_set() {
    for (interval, expected) in [("500", 16), ("2000", 4), ("0", 0)] {
        let properties = vec![("metadata.max.idle.interval.ms", interval)];
        let mut rig = Rig::with(Settings { properties, ..Settings::default() });
        register(&mut rig);
        let end = log_end(&rig);
        // Less than a session lasts, so that nothing else happens.
        rig.pass(8_000);
        let written = log_end(&rig).0 - end.0;
        assert!((expected - 1..=expected).contains(&written), "every {interval} ms: {written}");
    }
}

#[test]
fn damage_with_sound_batches_behind_it_refuses_the_start_and_a_torn_end_is_cut_with_a_word() {
    let mut rig = Rig::new();
    register(&mut rig);
    for n in 0..5 {
        assert!(created(&mut rig, &format!("t{n}")));
    }
    let path = rig.log_dir().join("00000000000000000000.log");
    let sound = std::fs::read(&path).expect("it is there");
    let flipped = |name: &[u8]| {
        let at = sound.windows(name.len()).position(|bytes| bytes == name).expect("it was written");
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        bytes
    };
    std::fs::write(&path, flipped(b"t2")).expect("it can be written");
    let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| rig.restart()));
    let why = *refused.expect_err("it does not start").downcast::<String>().expect("it says why");
    assert!(why.contains("the metadata log is damaged: offsets"), "{why}");
    assert_eq!(std::fs::read(&path).expect("it is there").len(), sound.len());
    std::fs::write(&path, &sound[..sound.len() - 1]).expect("it can be written");
    rig.restart();
    assert!(rig.lines.iter().any(|line| line.contains("was cut off")), "{:?}", rig.lines);
}

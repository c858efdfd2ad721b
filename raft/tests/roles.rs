//! Each role's rules as scripts: what happens to one node, line by line, and what it does about it.
//!
//! `>` is an event, the lines under it are its effects in order. Positions are `epoch:end`. The election timeout is
//! 1000 ms plus a random part, the fetch timeout 2000 ms. `UPDATE_EXPECT=1 cargo test` rewrites what is expected.

mod script;

use expect_test::expect;
use script::check;

#[test]
fn a_single_voter_leads_at_once_and_commits_what_is_synced() {
    check(
        "start voters=1 me=1
         propose 2
         sync
         propose 1
         sync
         tick 60000",
        &expect![[r#"
            > start voters=1 me=1
              write quorum-state: epoch 1 leader 1 voted none
              append at 0: epoch 1 to 1, LeaderChange by [1]
              leader of epoch 1: none
              sync
            > propose 2
              at 1..3
              append at 1: epoch 1 to 3
            > sync
              committed to 1
              leader of epoch 1: 1
              sync
            > propose 1
              at 3..4
              append at 3: epoch 1 to 4
            > sync
              committed to 3
              sync
            > tick 60000
        "#]],
    );
}

#[test]
fn a_former_leader_starts_resigned_and_does_not_vote_in_its_epoch() {
    check(
        "start voters=3 me=1 epoch=4 leader=1 log=4:3
         vote from=2 epoch=4 last=3:9
         vote from=2 epoch=4 last=4:9 pre
         vote from=2 epoch=5 last=4:9",
        &expect![[r#"
            > start voters=3 me=1 epoch=4 leader=1 log=4:3
              write quorum-state: epoch 4 leader 1 voted none
              send 2 end epoch 4 successors []
              send 3 end epoch 4 successors []
              leader of epoch 4: none
              sync
            > vote from=2 epoch=4 last=3:9
              reply 1 rejected epoch 4 leader 1
            > vote from=2 epoch=4 last=4:9 pre
              reply 2 granted epoch 4 leader 1
            > vote from=2 epoch=5 last=4:9
              write quorum-state: epoch 5 leader none voted 2
              reply 3 granted epoch 5 leader -1
              leader of epoch 5: none
        "#]],
    );
}

#[test]
fn a_vote_is_durable_before_it_is_given_and_given_once() {
    check(
        "start voters=3 me=1 log=1:3
         vote from=2 epoch=2 last=1:3
         vote from=2 epoch=2 last=1:3
         vote from=3 epoch=2 last=1:9
         vote from=3 epoch=3 last=1:2
         vote from=3 epoch=2 last=1:9",
        &expect![[r#"
            > start voters=3 me=1 log=1:3
              write quorum-state: epoch 1 leader none voted none
              leader of epoch 1: none
              sync
            > vote from=2 epoch=2 last=1:3
              write quorum-state: epoch 2 leader none voted 2
              reply 1 granted epoch 2 leader -1
              leader of epoch 2: none
            > vote from=2 epoch=2 last=1:3
              reply 2 granted epoch 2 leader -1
            > vote from=3 epoch=2 last=1:9
              reply 3 rejected epoch 2 leader -1
            > vote from=3 epoch=3 last=1:2
              write quorum-state: epoch 3 leader none voted none
              reply 4 rejected epoch 3 leader -1
              leader of epoch 3: none
            > vote from=3 epoch=2 last=1:9
              reply 5 rejected error 74 epoch 3 leader -1
        "#]],
    );
}

#[test]
fn bad_votes_get_kafkas_errors() {
    check(
        "start voters=3 me=1 epoch=5
         vote from=2 epoch=4 last=1:3
         vote from=2 epoch=6 last=6:3
         vote from=2 epoch=6 last=7:3 pre
         vote from=-1 epoch=6 last=1:3
         vote from=2 epoch=6 last=1:3 to=3
         vote from=2 epoch=6 last=1:3 cluster=other",
        &expect![[r#"
            > start voters=3 me=1 epoch=5
              write quorum-state: epoch 5 leader none voted none
              send 3 fetch epoch 5 at 0:0 hw -1
              leader of epoch 5: none
            > vote from=2 epoch=4 last=1:3
              reply 1 rejected error 74 epoch 5 leader -1
            > vote from=2 epoch=6 last=6:3
              reply 2 rejected error 42 epoch 5 leader -1
            > vote from=2 epoch=6 last=7:3 pre
              reply 3 rejected error 42 epoch 5 leader -1
            > vote from=-1 epoch=6 last=1:3
              reply 4 rejected error 42 epoch 5 leader -1
            > vote from=2 epoch=6 last=1:3 to=3
              write quorum-state: epoch 6 leader none voted none
              reply 5 rejected error 125 epoch 6 leader -1
              send 2 fetch epoch 6 at 0:0 hw -1
              leader of epoch 6: none
            > vote from=2 epoch=6 last=1:3 cluster=other
              reply 6 refused 104
        "#]],
    );
}

#[test]
fn an_election_asks_first_and_then_counts() {
    check(
        "start voters=3 me=1 log=1:3
         tick 2000
         voted from=2 epoch=1 granted
         voted from=2 epoch=2 rejected
         voted from=3 epoch=2 granted
         fetch from=2 epoch=2 at=1:3
         sync
         sync
         fetch from=2 epoch=2 at=2:4
         fetch from=2 epoch=2 at=2:4 wait=500
         propose 1
         fetch from=2 epoch=2 at=2:5 hw=4 wait=500",
        &expect![[r#"
            > start voters=3 me=1 log=1:3
              write quorum-state: epoch 1 leader none voted none
              leader of epoch 1: none
              sync
            > tick 2000
              send 2 pre-vote epoch 1 last 1:3
              send 3 pre-vote epoch 1 last 1:3
            > voted from=2 epoch=1 granted
              write quorum-state: epoch 2 leader none voted 1
              send 2 vote epoch 2 last 1:3
              send 3 vote epoch 2 last 1:3
              leader of epoch 2: none
            > voted from=2 epoch=2 rejected
            > voted from=3 epoch=2 granted
              write quorum-state: epoch 2 leader 1 voted none
              append at 3: epoch 2 to 4, LeaderChange by [1, 3]
              send 2 begin epoch 2
              send 3 begin epoch 2
            > fetch from=2 epoch=2 at=1:3
              reply 1 epoch 2 leader 1 hw -1 records 3..4
            > sync
              sync
            > sync
            > fetch from=2 epoch=2 at=2:4
              committed to 4
              reply 2 epoch 2 leader 1 hw 4
              leader of epoch 2: 1
            > fetch from=2 epoch=2 at=2:4 wait=500
            > propose 1
              at 4..5
              append at 4: epoch 2 to 5
              reply 3 epoch 2 leader 1 hw 4 records 4..5
              sync
            > fetch from=2 epoch=2 at=2:5 hw=4 wait=500
        "#]],
    );
}

#[test]
fn a_prospective_that_loses_goes_back_to_its_leader() {
    check(
        "start voters=3 me=1 epoch=2 leader=3 log=1:3
         sync
         tick 2000
         voted from=2 epoch=2 leader=3 rejected
         voted from=3 epoch=2 leader=3 rejected",
        &expect![[r#"
            > start voters=3 me=1 epoch=2 leader=3 log=1:3
              write quorum-state: epoch 2 leader 3 voted none
              leader of epoch 2: 3
              sync
            > sync
              send 3 fetch epoch 2 at 1:3 hw -1
            > tick 2000
              send 2 pre-vote epoch 2 last 1:3
              send 3 pre-vote epoch 2 last 1:3
            > voted from=2 epoch=2 leader=3 rejected
            > voted from=3 epoch=2 leader=3 rejected
              send 3 fetch epoch 2 at 1:3 hw -1
        "#]],
    );
}

#[test]
fn a_peer_without_pre_votes_lets_the_election_go_on_without() {
    check(
        "start voters=3 me=1 log=1:3
         tick 2000
         unsupported from=2",
        &expect![[r#"
            > start voters=3 me=1 log=1:3
              write quorum-state: epoch 1 leader none voted none
              leader of epoch 1: none
              sync
            > tick 2000
              send 2 pre-vote epoch 1 last 1:3
              send 3 pre-vote epoch 1 last 1:3
            > unsupported from=2
              write quorum-state: epoch 2 leader none voted 1
              send 2 vote epoch 2 last 1:3
              send 3 vote epoch 2 last 1:3
              leader of epoch 2: none
        "#]],
    );
}

#[test]
fn a_leader_holds_positions_against_its_log() {
    check(
        "start voters=3 me=1 log=1:3,2:6
         tick 2000
         voted from=2 epoch=2 granted
         voted from=2 epoch=3 granted
         sync
         fetch from=2 epoch=3 at=2:9
         fetch from=2 epoch=3 at=1:5
         fetch from=2 epoch=2 at=2:6
         fetch from=2 epoch=4 at=2:6
         fetch from=2 epoch=3 at=4:6
         fetch from=2 epoch=3 at=2:6 wait=-1
         fetch from=9 epoch=3 at=2:6
         fetch from=2 epoch=3 at=2:6 cluster=other",
        &expect![[r#"
            > start voters=3 me=1 log=1:3,2:6
              write quorum-state: epoch 2 leader none voted none
              leader of epoch 2: none
              sync
            > tick 2000
              send 2 pre-vote epoch 2 last 2:6
              send 3 pre-vote epoch 2 last 2:6
            > voted from=2 epoch=2 granted
              write quorum-state: epoch 3 leader none voted 1
              send 2 vote epoch 3 last 2:6
              send 3 vote epoch 3 last 2:6
              leader of epoch 3: none
            > voted from=2 epoch=3 granted
              write quorum-state: epoch 3 leader 1 voted none
              append at 6: epoch 3 to 7, LeaderChange by [1, 2]
              send 2 begin epoch 3
              send 3 begin epoch 3
            > sync
              sync
            > fetch from=2 epoch=3 at=2:9
              reply 1 epoch 3 leader 1 hw -1 diverging 2:6
            > fetch from=2 epoch=3 at=1:5
              reply 2 epoch 3 leader 1 hw -1 diverging 1:3
            > fetch from=2 epoch=2 at=2:6
              reply 3 error 74 epoch 3 leader 1 hw -1
            > fetch from=2 epoch=4 at=2:6
              reply 4 error 75 epoch 3 leader 1 hw -1
            > fetch from=2 epoch=3 at=4:6
              reply 5 error 42 epoch 3 leader 1 hw -1
            > fetch from=2 epoch=3 at=2:6 wait=-1
              reply 6 error 42 epoch 3 leader 1 hw -1
            > fetch from=9 epoch=3 at=2:6
              reply 7 epoch 3 leader 1 hw -1 records 6..7
            > fetch from=2 epoch=3 at=2:6 cluster=other
              reply 8 refused 104
        "#]],
    );
}

#[test]
fn nothing_of_older_epochs_is_committed_before_a_record_of_the_own() {
    check(
        "start voters=3 me=1 log=1:3,2:6
         tick 2000
         voted from=2 epoch=2 granted
         voted from=2 epoch=3 granted
         sync
         sync
         fetch from=2 epoch=3 at=2:6
         fetch from=3 epoch=3 at=2:6
         fetch from=3 epoch=3 at=3:7",
        &expect![[r#"
            > start voters=3 me=1 log=1:3,2:6
              write quorum-state: epoch 2 leader none voted none
              leader of epoch 2: none
              sync
            > tick 2000
              send 2 pre-vote epoch 2 last 2:6
              send 3 pre-vote epoch 2 last 2:6
            > voted from=2 epoch=2 granted
              write quorum-state: epoch 3 leader none voted 1
              send 2 vote epoch 3 last 2:6
              send 3 vote epoch 3 last 2:6
              leader of epoch 3: none
            > voted from=2 epoch=3 granted
              write quorum-state: epoch 3 leader 1 voted none
              append at 6: epoch 3 to 7, LeaderChange by [1, 2]
              send 2 begin epoch 3
              send 3 begin epoch 3
            > sync
              sync
            > sync
            > fetch from=2 epoch=3 at=2:6
              reply 1 epoch 3 leader 1 hw -1 records 6..7
            > fetch from=3 epoch=3 at=2:6
              reply 2 epoch 3 leader 1 hw -1 records 6..7
            > fetch from=3 epoch=3 at=3:7
              committed to 7
              reply 3 epoch 3 leader 1 hw 7
              leader of epoch 3: 1
        "#]],
    );
}

#[test]
fn a_leader_without_a_majority_resigns_and_comes_back_in_a_new_epoch() {
    check(
        "start voters=3 me=1 log=1:3
         tick 2000
         voted from=2 epoch=1 granted
         voted from=2 epoch=2 granted
         sync
         fetch from=2 epoch=2 at=1:3 wait=500
         tick 3000
         propose 1
         tick 2000",
        &expect![[r#"
            > start voters=3 me=1 log=1:3
              write quorum-state: epoch 1 leader none voted none
              leader of epoch 1: none
              sync
            > tick 2000
              send 2 pre-vote epoch 1 last 1:3
              send 3 pre-vote epoch 1 last 1:3
            > voted from=2 epoch=1 granted
              write quorum-state: epoch 2 leader none voted 1
              send 2 vote epoch 2 last 1:3
              send 3 vote epoch 2 last 1:3
              leader of epoch 2: none
            > voted from=2 epoch=2 granted
              write quorum-state: epoch 2 leader 1 voted none
              append at 3: epoch 2 to 4, LeaderChange by [1, 2]
              send 2 begin epoch 2
              send 3 begin epoch 2
            > sync
              sync
            > fetch from=2 epoch=2 at=1:3 wait=500
              reply 1 epoch 2 leader 1 hw -1 records 3..4
            > tick 3000
              send 2 begin epoch 2
              send 3 begin epoch 2
              send 2 end epoch 2 successors [2, 3]
              send 3 end epoch 2 successors [2, 3]
            > propose 1
              NotLeader
            > tick 2000
              write quorum-state: epoch 3 leader none voted none
              send 2 pre-vote epoch 3 last 2:4
              send 3 pre-vote epoch 3 last 2:4
              leader of epoch 3: none
        "#]],
    );
}

#[test]
fn a_follower_syncs_before_it_fetches_on() {
    check(
        "start voters=3 me=1 log=1:3
         begin from=2 epoch=2
         sync
         fetched from=2 epoch=2 hw=2 records=2:3
         sync
         fetched from=2 epoch=2 hw=6",
        &expect![[r#"
            > start voters=3 me=1 log=1:3
              write quorum-state: epoch 1 leader none voted none
              leader of epoch 1: none
              sync
            > begin from=2 epoch=2
              write quorum-state: epoch 2 leader 2 voted none
              reply 1 epoch 2 leader 2
              leader of epoch 2: 2
            > sync
              send 2 fetch epoch 2 at 1:3 hw -1
            > fetched from=2 epoch=2 hw=2 records=2:3
              append at 3: epoch 2 to 6
              committed to 2
              sync
            > sync
              send 2 fetch epoch 2 at 2:6 hw 2
            > fetched from=2 epoch=2 hw=6
              committed to 6
              send 2 fetch epoch 2 at 2:6 hw 6
        "#]],
    );
}

#[test]
fn a_follower_truncates_to_the_leaders_epoch_end_but_not_what_is_committed() {
    check(
        "start voters=3 me=1 log=1:3,2:6
         begin from=2 epoch=4
         sync
         fetched from=2 epoch=4 hw=3 diverging=1:3
         fetched from=2 epoch=4 hw=3 records=4:1
         sync
         fetched from=2 epoch=4 hw=4
         fetched from=2 epoch=4 hw=4 diverging=1:2",
        &expect![[r#"
            > start voters=3 me=1 log=1:3,2:6
              write quorum-state: epoch 2 leader none voted none
              leader of epoch 2: none
              sync
            > begin from=2 epoch=4
              write quorum-state: epoch 4 leader 2 voted none
              reply 1 epoch 4 leader 2
              leader of epoch 4: 2
            > sync
              send 2 fetch epoch 4 at 2:6 hw -1
            > fetched from=2 epoch=4 hw=3 diverging=1:3
              truncate to 3
              send 2 fetch epoch 4 at 1:3 hw -1
            > fetched from=2 epoch=4 hw=3 records=4:1
              append at 3: epoch 4 to 4
              committed to 3
              sync
            > sync
              send 2 fetch epoch 4 at 4:4 hw 3
            > fetched from=2 epoch=4 hw=4
              committed to 4
              send 2 fetch epoch 4 at 4:4 hw 4
            > fetched from=2 epoch=4 hw=4 diverging=1:2
              Fault(TruncationBelowHighWatermark { end: 2, high_watermark: 4 })
              send 3 fetch epoch 4 at 4:4 hw 4
        "#]],
    );
}

#[test]
fn a_follower_that_hears_from_its_leader_gives_no_pre_vote() {
    check(
        "start voters=3 me=1 log=1:3
         begin from=2 epoch=2
         sync
         vote from=3 epoch=2 last=1:3 pre
         fetched from=2 epoch=2 hw=2
         vote from=3 epoch=2 last=1:3 pre
         vote from=3 epoch=2 last=1:3",
        &expect![[r#"
            > start voters=3 me=1 log=1:3
              write quorum-state: epoch 1 leader none voted none
              leader of epoch 1: none
              sync
            > begin from=2 epoch=2
              write quorum-state: epoch 2 leader 2 voted none
              reply 1 epoch 2 leader 2
              leader of epoch 2: 2
            > sync
              send 2 fetch epoch 2 at 1:3 hw -1
            > vote from=3 epoch=2 last=1:3 pre
              reply 2 granted epoch 2 leader 2
            > fetched from=2 epoch=2 hw=2
              committed to 2
              send 2 fetch epoch 2 at 1:3 hw 2
            > vote from=3 epoch=2 last=1:3 pre
              reply 3 rejected epoch 2 leader 2
            > vote from=3 epoch=2 last=1:3
              reply 4 rejected epoch 2 leader 2
        "#]],
    );
}

#[test]
fn the_best_successor_stands_for_election_at_once() {
    check(
        "start voters=3 me=1 log=1:3
         begin from=2 epoch=2
         end from=2 epoch=2 successors=1,3",
        &expect![[r#"
            > start voters=3 me=1 log=1:3
              write quorum-state: epoch 1 leader none voted none
              leader of epoch 1: none
              sync
            > begin from=2 epoch=2
              write quorum-state: epoch 2 leader 2 voted none
              reply 1 epoch 2 leader 2
              leader of epoch 2: 2
            > end from=2 epoch=2 successors=1,3
              reply 2 epoch 2 leader 2
              send 2 pre-vote epoch 2 last 1:3
              send 3 pre-vote epoch 2 last 1:3
        "#]],
    );
}

#[test]
fn two_leaders_in_one_epoch_are_a_fault_not_a_panic() {
    check(
        "start voters=3 me=1 log=1:3
         begin from=2 epoch=2
         begin from=3 epoch=2
         begin from=1 epoch=3",
        &expect![[r#"
            > start voters=3 me=1 log=1:3
              write quorum-state: epoch 1 leader none voted none
              leader of epoch 1: none
              sync
            > begin from=2 epoch=2
              write quorum-state: epoch 2 leader 2 voted none
              reply 1 epoch 2 leader 2
              leader of epoch 2: 2
            > begin from=3 epoch=2
              Fault(InconsistentLeader { epoch: 2, known: 2, named: 3 })
              reply 2 error 42 epoch 2 leader 2
            > begin from=1 epoch=3
              Fault(InconsistentLeader { epoch: 3, known: 2, named: 1 })
              reply 3 error 42 epoch 2 leader 2
        "#]],
    );
}

#[test]
fn an_observer_finds_the_leader_and_never_votes_itself_in() {
    check(
        "start voters=2 me=5
         tick 10
         fetched from=any epoch=3 leader=2 error=6
         fetched from=2 epoch=3 hw=1 records=3:1
         tick 60000",
        &expect![[r#"
            > start voters=2 me=5
              write quorum-state: epoch 0 leader none voted none
              send 2 fetch epoch 0 at 0:0 hw -1
              leader of epoch 0: none
            > tick 10
            > fetched from=any epoch=3 leader=2 error=6
              write quorum-state: epoch 3 leader 2 voted none
              send 2 fetch epoch 3 at 0:0 hw -1
              leader of epoch 3: 2
            > fetched from=2 epoch=3 hw=1 records=3:1
              append at 0: epoch 3 to 1
              committed to 1
              send 2 fetch epoch 3 at 3:1 hw 1
            > tick 60000
              send 1 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 1 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 1 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 1 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 1 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 1 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 1 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 1 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 1 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 1 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
              send 1 fetch epoch 3 at 3:1 hw 1
              send 2 fetch epoch 3 at 3:1 hw 1
        "#]],
    );
}

#[test]
fn a_full_disk_takes_back_what_was_promised() {
    check(
        "start voters=1 me=1
         sync
         propose 2
         full 1
         tick 3000
         sync",
        &expect![[r#"
            > start voters=1 me=1
              write quorum-state: epoch 1 leader 1 voted none
              append at 0: epoch 1 to 1, LeaderChange by [1]
              leader of epoch 1: none
              sync
            > sync
              committed to 1
              leader of epoch 1: 1
            > propose 2
              at 1..3
              append at 1: epoch 1 to 3
              sync
            > full 1
              committed to 1
              write quorum-state: epoch 1 leader 1 voted none
              leader of epoch 1: none
            > tick 3000
              write quorum-state: epoch 3 leader 1 voted none
              append at 1: epoch 3 to 2, LeaderChange by [1]
              leader of epoch 3: none
              sync
            > sync
              committed to 2
              leader of epoch 3: 1
        "#]],
    );
}

#[test]
fn a_single_voter_stops_at_once_and_a_leader_hands_over() {
    check(
        "start voters=1 me=1
         sync
         shutdown",
        &expect![[r#"
            > start voters=1 me=1
              write quorum-state: epoch 1 leader 1 voted none
              append at 0: epoch 1 to 1, LeaderChange by [1]
              leader of epoch 1: none
              sync
            > sync
              committed to 1
              leader of epoch 1: 1
            > shutdown
              ShutdownComplete
        "#]],
    );
    check(
        "start voters=3 me=1 log=1:3
         tick 2000
         voted from=2 epoch=1 granted
         voted from=2 epoch=2 granted
         shutdown
         begin from=3 epoch=3",
        &expect![[r#"
            > start voters=3 me=1 log=1:3
              write quorum-state: epoch 1 leader none voted none
              leader of epoch 1: none
              sync
            > tick 2000
              send 2 pre-vote epoch 1 last 1:3
              send 3 pre-vote epoch 1 last 1:3
            > voted from=2 epoch=1 granted
              write quorum-state: epoch 2 leader none voted 1
              send 2 vote epoch 2 last 1:3
              send 3 vote epoch 2 last 1:3
              leader of epoch 2: none
            > voted from=2 epoch=2 granted
              write quorum-state: epoch 2 leader 1 voted none
              append at 3: epoch 2 to 4, LeaderChange by [1, 2]
              send 2 begin epoch 2
              send 3 begin epoch 2
            > shutdown
              send 2 end epoch 2 successors [2, 3]
              send 3 end epoch 2 successors [2, 3]
            > begin from=3 epoch=3
              write quorum-state: epoch 3 leader 3 voted none
              reply 1 epoch 3 leader 3
              leader of epoch 3: 3
              ShutdownComplete
        "#]],
    );
}

#[test]
fn a_voter_change_is_one_record_and_counts_from_the_log_on() {
    check(
        "start voters=1 me=1 dynamic
         sync
         update voter=1 port=1111
         remove voter=1
         sync
         remove voter=1
         add voter=2
         fetch from=2 epoch=1 at=1:4
         add voter=2
         versions from=2 min=0 max=1
         propose 1
         sync
         fetch from=2 epoch=1 at=1:6
         remove voter=2
         fetch from=2 epoch=1 at=1:6
         sync",
        &expect![[r#"
            > start voters=1 me=1 dynamic
              write quorum-state: epoch 1 leader 1 voted none
              append at 0: epoch 1 to 3, LeaderChange by [1], KraftVersion(1), Voters [1]
              leader of epoch 1: none
              sync
            > sync
              committed to 3
              leader of epoch 1: 1
            > update voter=1 port=1111
              append at 3: epoch 1 to 4, Voters [1]
              reply 1 epoch 1 leader 1
              sync
            > remove voter=1
              reply 2 error 7 The last change of the voters is not committed yet
            > sync
              committed to 4
            > remove voter=1
              reply 3 error 127 The replica is not a voter, or the last one
            > add voter=2
              send 2 ApiVersions
            > fetch from=2 epoch=1 at=1:4
              reply 5 epoch 1 leader 1 hw 4
            > add voter=2
              reply 6 error 7 Another change of the voters is in progress
            > versions from=2 min=0 max=1
              append at 4: epoch 1 to 5, Voters [1, 2]
              sync
            > propose 1
              at 5..6
              append at 5: epoch 1 to 6
            > sync
              sync
            > fetch from=2 epoch=1 at=1:6
              committed to 5
              reply 4 error 0 -
              reply 7 epoch 1 leader 1 hw 5
            > remove voter=2
              append at 6: epoch 1 to 7, Voters [1]
            > fetch from=2 epoch=1 at=1:6
              reply 9 epoch 1 leader 1 hw 5 records 6..7
            > sync
              committed to 6
              sync
        "#]],
    );
}

#[test]
fn the_voters_do_not_change_with_kraft_version_0() {
    check(
        "start voters=1 me=1
         sync
         add voter=2
         remove voter=1
         update voter=1 port=1111",
        &expect![[r#"
            > start voters=1 me=1
              write quorum-state: epoch 1 leader 1 voted none
              append at 0: epoch 1 to 1, LeaderChange by [1]
              leader of epoch 1: none
              sync
            > sync
              committed to 1
              leader of epoch 1: 1
            > add voter=2
              reply 1 error 35 The voters can not change while kraft.version is 0
            > remove voter=1
              reply 2 error 35 The voters can not change while kraft.version is 0
            > update voter=1 port=1111
              reply 3 epoch 1 leader 1
        "#]],
    );
}

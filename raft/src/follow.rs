//! What a follower, a voter or an observer, does: fetches records and snapshots from the leader, looks for a leader
//! where none is known, and stands for election when the leader is gone.
//!
//! - A replica that must sync asks for more only when all it has is synced, since the offset it asks from counts as
//!   acknowledged.
//! - Records are taken only if they continue the log: next offset, epochs that do not fall, good checksums.
//! - What is committed is never truncated.

use bytes::Bytes;
use protocol::records::Batches;
use protocol::{BrokerId, Mono, Now, Offset};

use crate::config::{FETCH_WAIT_MS_MAX, UPDATE_VOTER_PERIOD_MS};
use crate::control::{self, Control};
use crate::event::{Fault, Peer, RaftEffect, RaftEffects};
use crate::message::{
    Fetch, FetchSnapshot, Fetched, FetchedSnapshot, Records, Request, SnapshotBytes, UpdateVoter, code,
};
use crate::peers::Readiness;
use crate::raft::Raft;
use crate::role::{Download, Follower, Role};
use crate::types::LogPosition;

/// The control records that begin a snapshot are looked for in so many bytes.
const SNAPSHOT_HEAD_BYTES_MAX: usize = 1 << 20;

impl Raft {
    pub(crate) fn poll_follower(&mut self, now: Now, fx: &mut RaftEffects) -> Mono {
        let Role::Follower(follower) = &self.role else { return Mono::NEVER };
        let (deadline, update_at) = (follower.deadline, follower.update_voter_at);
        if self.is_stopping() {
            return Mono::NEVER;
        }
        if !self.may_stand() {
            return self.fetch_from_best(now, fx);
        }
        if now.mono >= deadline {
            self.become_prospective(now, fx);
            return now.mono;
        }
        if now.mono >= update_at {
            let mine = self.config.as_voter();
            let outdated =
                self.kraft_version() > 0 && self.is_voter() && self.voters().get(mine.key.id) != Some(&mine);
            let leader = self.leader_peer();
            let free =
                leader.as_ref().is_some_and(|p| self.peers.readiness(now.mono, p.id) == Readiness::Ready);
            if (!outdated || free)
                && let Role::Follower(follower) = &mut self.role
            {
                follower.update_voter_at = now.mono.after_ms(UPDATE_VOTER_PERIOD_MS);
            }
            if outdated
                && free
                && let Some(peer) = leader
            {
                let request = Request::UpdateVoter(UpdateVoter {
                    cluster_id: Some(self.config.cluster_id.clone()),
                    epoch: self.election.epoch,
                    voter: mine.key,
                    endpoints: mine.endpoints,
                    kraft_version_min: mine.kraft_version_min,
                    kraft_version_max: mine.kraft_version_max,
                });
                return self.send(now, peer, request, fx).min(deadline);
            }
        }
        self.fetch_from_best(now, fx).min(deadline)
    }

    fn leader_peer(&self) -> Option<Peer> {
        let id = self.election.leader?;
        let endpoint = self.leader_endpoints.get(&self.config.listener)?;
        Some(Peer { id, host: endpoint.host.clone(), port: endpoint.port })
    }

    /// From the leader; while that one does not answer, from anyone, who may know of another leader.
    fn fetch_from_best(&mut self, now: Now, fx: &mut RaftEffects) -> Mono {
        let Some(leader) = self.leader_peer() else { return self.fetch_from_anyone(now, fx) };
        match self.peers.readiness(now.mono, leader.id) {
            Readiness::TimedOut => {
                self.peers.reset(leader.id);
                self.fetch_from_anyone(now, fx)
            }
            Readiness::BackingOff(until) => self.fetch_from_anyone(now, fx).min(until),
            Readiness::Waiting(until) => until,
            Readiness::Ready => match self.peers.in_flight(now.mono) {
                Some(until) => until,
                None => self.fetch_from(now, leader, fx),
            },
        }
    }

    /// From some bootstrap server that is free, one at a time.
    pub(crate) fn fetch_from_anyone(&mut self, now: Now, fx: &mut RaftEffects) -> Mono {
        if let Some(until) = self.peers.in_flight(now.mono) {
            return until;
        }
        let mut ready = Vec::new();
        let mut wake = Mono::NEVER;
        for peer in self.bootstrap_peers() {
            match self.peers.readiness(now.mono, peer.id) {
                Readiness::Ready | Readiness::TimedOut => ready.push(peer),
                Readiness::Waiting(until) | Readiness::BackingOff(until) => wake = wake.min(until),
            }
        }
        if ready.is_empty() {
            return wake;
        }
        let chosen = ready.swap_remove(self.rng.below(ready.len() as u64) as usize);
        self.fetch_from(now, chosen, fx)
    }

    fn bootstrap_peers(&self) -> Vec<Peer> {
        let mine = self.config.endpoints.get(&self.config.listener);
        let servers = self.config.bootstrap_servers.iter().zip(2..).map(|((host, port), number)| Peer {
            id: BrokerId(-number),
            host: host.clone(),
            port: *port,
        });
        let servers = servers.filter(|peer| mine.is_none_or(|m| m.host != peer.host || m.port != peer.port));
        let mut list: Vec<_> = servers.collect();
        if self.config.bootstrap_servers.is_empty() {
            list.extend(self.other_voters().into_iter().filter_map(|id| self.voter_peer(id)));
        }
        list
    }

    fn fetch_from(&mut self, now: Now, peer: Peer, fx: &mut RaftEffects) -> Mono {
        if self.must_sync() && self.log.synced < self.log.end {
            return Mono::NEVER;
        }
        let cluster_id = Some(self.config.cluster_id.clone());
        let (replica, epoch) = (self.me(), self.election.epoch);
        let download = match &self.role {
            Role::Follower(Follower { download, .. }) if Some(peer.id) == self.election.leader => {
                download.as_ref()
            }
            _ => None,
        };
        let request = match download {
            Some(download) => Request::FetchSnapshot(FetchSnapshot {
                cluster_id,
                replica,
                epoch,
                snapshot: download.id,
                position: download.position as i64,
                bytes_max: self.config.fetch_snapshot_bytes_max,
            }),
            None => Request::Fetch(Fetch {
                cluster_id,
                replica,
                epoch,
                position: self.log.position(),
                wait_ms_max: FETCH_WAIT_MS_MAX,
                bytes_max: self.config.fetch_bytes_max,
                high_watermark: self.high_watermark.unwrap_or(Offset::NONE),
            }),
        };
        self.send(now, peer, request, fx)
    }

    pub(crate) fn on_fetched(&mut self, now: Now, fetched: Fetched, fx: &mut RaftEffects) -> bool {
        if let Some(good) = self.common(now, &fetched.at, fx) {
            return good;
        }
        if !matches!(self.role, Role::Follower(_)) {
            return true;
        }
        if fetched.at.error != code::NONE {
            fx.push(RaftEffect::Fault(Fault::UnexpectedError { code: fetched.at.error }));
            return false;
        }
        let good = if let Some(diverging) = fetched.diverging {
            self.follow_truncation(diverging, fx)
        } else if let Some(id) = fetched.snapshot {
            self.begin_download(id, fx)
        } else {
            let good = match fetched.records {
                Records::Bytes(bytes) if !bytes.is_empty() => self.append_fetched(&bytes, fx),
                _ => true,
            };
            if good {
                self.follow_high_watermark(fetched.high_watermark, fx);
            }
            good
        };
        if good {
            self.heard_from_leader(now, true);
        }
        good
    }

    fn heard_from_leader(&mut self, now: Now, has_fetched: bool) {
        let deadline = now.mono.after_ms(self.config.fetch_timeout_ms);
        if let Role::Follower(follower) = &mut self.role {
            follower.deadline = deadline;
            follower.has_fetched |= has_fetched;
        }
    }

    fn follow_high_watermark(&mut self, theirs: Offset, fx: &mut RaftEffects) {
        let reached = theirs.min(self.log.end);
        if reached.0 >= 0 && self.high_watermark.is_none_or(|known| reached > known) {
            self.high_watermark = Some(reached);
            self.commit(reached, fx);
        }
    }

    fn follow_truncation(&mut self, diverging: LogPosition, fx: &mut RaftEffects) -> bool {
        let end = self.log.truncation_for(diverging);
        if diverging.end < self.committed || end < self.committed || end < self.log.start {
            let high_watermark = self.committed;
            fx.push(RaftEffect::Fault(Fault::TruncationBelowHighWatermark { end, high_watermark }));
            return false;
        }
        if end < self.log.end {
            self.truncate(end);
            fx.push(RaftEffect::Truncate { end });
        }
        true
    }

    /// Appends as many whole, good, continuing batches as there are. False if there is none.
    fn append_fetched(&mut self, bytes: &Bytes, fx: &mut RaftEffects) -> bool {
        let first = self.log.end;
        let (mut next, mut epoch, mut taken) = (first, self.log.last_epoch(), 0);
        let mut controls: Vec<(Offset, Control)> = Vec::new();
        let mut epochs = Vec::new();
        for batch in Batches::new(bytes) {
            let Ok(batch) = batch else { break };
            let continues = batch.base_offset() == next
                && batch.next_offset() > next
                && batch.leader_epoch() >= epoch
                && batch.leader_epoch() <= self.election.epoch
                && batch.check_crc().is_ok();
            if !continues || !control::collect(&batch, &mut controls) {
                break;
            }
            next = batch.next_offset();
            epoch = batch.leader_epoch();
            taken += batch.total_len();
            epochs.push((epoch, next));
        }
        if taken == 0 {
            fx.push(RaftEffect::Fault(Fault::BadRecords { end: first }));
            return false;
        }
        // One append for the whole answer; its first epoch names it, the batches carry their own.
        let first_epoch = epochs[0].0;
        for (epoch, next) in epochs {
            self.log.append(epoch, next);
        }
        fx.push(RaftEffect::Append { offset: first, epoch: first_epoch, batches: bytes.slice(..taken) });
        let version = self.kraft_version();
        for (offset, control) in &controls {
            self.note_control(*offset, control);
        }
        if version != self.kraft_version() {
            self.persist(fx);
        }
        true
    }

    fn begin_download(&mut self, id: LogPosition, fx: &mut RaftEffects) -> bool {
        let ahead = id > self.log.position();
        if id.end.0 < 0 || id.epoch.0 < 0 || !ahead || id.end < self.committed {
            fx.push(RaftEffect::Fault(Fault::BadSnapshot { id }));
            return false;
        }
        if let Role::Follower(follower) = &mut self.role {
            if let Some(old) = follower.download.take() {
                fx.push(RaftEffect::SnapshotAbandon { id: old.id });
            }
            follower.download = Some(Download { id, position: 0, head: Vec::new() });
            fx.push(RaftEffect::SnapshotBegin { id });
        }
        true
    }

    pub(crate) fn on_fetched_snapshot(
        &mut self,
        now: Now,
        piece: FetchedSnapshot,
        fx: &mut RaftEffects,
    ) -> bool {
        if let Some(good) = self.common(now, &piece.at, fx) {
            return good;
        }
        let Role::Follower(follower) = &mut self.role else { return true };
        let Some(mut download) = follower.download.take() else { return true };
        let id = download.id;
        if piece.at.error != code::NONE || piece.snapshot.end.0 < 0 || piece.snapshot.epoch.0 < 0 {
            // The leader has another one by now; the next Fetch says which.
            fx.push(RaftEffect::SnapshotAbandon { id });
            let gone = piece.at.error == code::SNAPSHOT_NOT_FOUND || piece.at.error == code::NONE;
            if gone {
                self.heard_from_leader(now, false);
            } else {
                fx.push(RaftEffect::Fault(Fault::UnexpectedError { code: piece.at.error }));
            }
            return gone;
        }
        let SnapshotBytes::Bytes(bytes) = piece.bytes else {
            fx.push(RaftEffect::SnapshotAbandon { id });
            return false;
        };
        let position = download.position;
        let end = position.saturating_add(bytes.len() as u64);
        let size = u64::try_from(piece.size).unwrap_or(0);
        let fits = piece.snapshot == id && i64::try_from(position) == Ok(piece.position);
        if !fits || bytes.is_empty() || end > size {
            fx.push(RaftEffect::SnapshotAbandon { id });
            fx.push(RaftEffect::Fault(Fault::BadSnapshot { id }));
            return false;
        }
        let room = SNAPSHOT_HEAD_BYTES_MAX.saturating_sub(download.head.len());
        download.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        download.position = end;
        fx.push(RaftEffect::SnapshotWrite { id, position, bytes });
        if end < size {
            follower.download = Some(download);
        } else if !self.finish_download(&download, size, fx) {
            return false;
        }
        self.heard_from_leader(now, true);
        true
    }

    /// The snapshot is whole: it takes the place of the log, and what it says of the voters counts.
    fn finish_download(&mut self, download: &Download, size: u64, fx: &mut RaftEffects) -> bool {
        let id = download.id;
        let Some(controls) = control::snapshot_controls(&download.head) else {
            fx.push(RaftEffect::SnapshotAbandon { id });
            fx.push(RaftEffect::Fault(Fault::BadSnapshot { id }));
            return false;
        };
        fx.push(RaftEffect::SnapshotFinish { id });
        fx.push(RaftEffect::ResetLog { snapshot: id });
        self.truncate(self.log.start);
        self.log.reset_to(id, size);
        for control in &controls {
            self.note_control(id.end.plus(-1), control);
        }
        self.persist(fx);
        self.follow_high_watermark(id.end, fx);
        true
    }
}

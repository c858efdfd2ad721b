//! What other replicas of the metadata log ask, and tools that look at the quorum: votes, fetches, pieces of snapshots,
//! the quorum's description and changes of its voters.
//!
//! `raft` decides the answers and `raft::wire` knows their versions; this reads the records and snapshot bytes that an
//! answer only names, without ever stalling the core. An answer whose records are not written yet waits for them.

use bytes::Bytes;
use protocol::{ApiKey, Now};
use raft::message::{ReadLog, Records, Response, SnapshotBytes, code};
use raft::wire::{Inbound, decode_request, encode_response};
use raft::{RaftEvent, RequestToken, SnapshotId};
use storage::jobs::perform;
use storage::log::Located;
use storage::lookup::Outcome;
use storage::{Disk, OpenMode};

use super::{Operation, Origin, Quorum};
use crate::effect::{Effect, Effects};
use crate::event::{IoFailure, IoResult, ListenerId};

/// Most bytes of one answer, beside a first batch that is larger: `controller.quorum.fetch.max.bytes` of whoever asks is
/// 8 MiB unless changed.
const ANSWER_BYTES_MAX: i32 = 8 << 20;
/// Look-ups for one answer; one is enough unless the log changes meanwhile.
const LOOKUPS_MAX: u8 = 4;

/// Whether it is an API of the quorum itself.
#[must_use]
pub(super) fn is_served(key: ApiKey) -> bool {
    matches!(
        key,
        ApiKey::Vote
            | ApiKey::BeginQuorumEpoch
            | ApiKey::EndQuorumEpoch
            | ApiKey::Fetch
            | ApiKey::FetchSnapshot
            | ApiKey::DescribeQuorum
            | ApiKey::AddRaftVoter
            | ApiKey::RemoveRaftVoter
            | ApiKey::UpdateRaftVoter
    )
}

/// A request that raft has not answered yet, or whose bytes are being read.
pub(super) struct Inquiry {
    origin: Origin,
    key: ApiKey,
    version: i16,
    listener: Option<ListenerId>,
}

/// An answer that waits for its bytes.
pub(super) struct Reading {
    token: RequestToken,
    response: Response,
    lookups: u8,
}

impl Quorum {
    /// Hands a request to raft. Gives the origin back if the body cannot be read.
    pub(super) fn inquire(
        &mut self,
        now: Now,
        origin: Origin,
        listener: Option<ListenerId>,
        (key, version): (ApiKey, i16),
        body: &[u8],
        effects: &mut Effects,
    ) -> Result<(), Origin> {
        let Some(running) = &mut self.running else { return Err(origin) };
        match decode_request(key, version, body) {
            Some(Ok(Inbound::Request(request))) => {
                self.next_answer += 1;
                let token = RequestToken(self.next_answer);
                self.inquiries.insert(token, Inquiry { origin, key, version, listener });
                running.raft.handle(now, RaftEvent::Request { token, request }, &mut self.fx);
                Ok(())
            }
            Some(Ok(Inbound::Answer(body))) => {
                self.reply(now, origin, Ok(body), effects);
                Ok(())
            }
            Some(Err(_)) | None => Err(origin),
        }
    }

    /// Raft has decided an answer.
    pub(super) fn respond(
        &mut self,
        now: Now,
        token: RequestToken,
        response: Response,
        effects: &mut Effects,
    ) {
        let read = match &response {
            Response::Fetch(fetched) => matches!(fetched.records, Records::Read(_)),
            Response::FetchSnapshot(piece) => matches!(piece.bytes, SnapshotBytes::Read { .. }),
            _ => false,
        };
        if read {
            self.read(now, Reading { token, response, lookups: 0 }, effects);
        } else {
            self.deliver(now, token, &response, effects);
        }
    }

    fn deliver(&mut self, now: Now, token: RequestToken, response: &Response, effects: &mut Effects) {
        let Some(inquiry) = self.inquiries.remove(&token) else { return };
        let Inquiry { origin, key, version, listener } = inquiry;
        let listener = listener.map_or("", |id| &self.identity.listener(id).name);
        let mut body = Vec::new();
        let written = encode_response(&mut body, key, version, response, listener);
        self.reply(now, origin, written.map(|()| body), effects);
    }

    /// Starts the next read that an answer needs.
    fn read(&mut self, now: Now, reading: Reading, effects: &mut Effects) {
        match &reading.response {
            Response::Fetch(fetched) => {
                let Records::Read(read) = fetched.records else { return };
                self.read_log(now, reading, read, effects);
            }
            Response::FetchSnapshot(piece) => {
                let SnapshotBytes::Read { bytes_max } = piece.bytes else { return };
                let (id, position) = (piece.snapshot, piece.position);
                let len = piece.size.saturating_sub(position).min(bytes_max.min(ANSWER_BYTES_MAX).into());
                let (path, len) = (self.path.clone(), usize::try_from(len).unwrap_or(0));
                let work = move |disk: &dyn Disk| read_snapshot(disk, &path, id, position, len);
                self.job(Operation::ReadSnapshot(Box::new(reading)), work, effects);
            }
            _ => {}
        }
    }

    fn read_log(&mut self, now: Now, mut reading: Reading, read: ReadLog, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        if running.log.end() < read.end {
            running.readers.push(reading);
            return;
        }
        let bytes_max = read.bytes_max.clamp(0, ANSWER_BYTES_MAX) as u32;
        match running.log.locate(read.from, bytes_max, read.end, true) {
            Ok(Located::Range(range)) => {
                let token = self.node.token();
                self.operations.insert(token, Operation::ReadLog(Box::new(reading)));
                effects.push(Effect::Read {
                    token,
                    file: range.file,
                    position: range.position,
                    len: range.len,
                });
            }
            Ok(Located::Lookup(mut lookup)) if reading.lookups < LOOKUPS_MAX => {
                reading.lookups += 1;
                let work = move |disk: &dyn Disk| perform::run_lookup(disk, &mut lookup);
                self.job(Operation::Lookup(Box::new(reading)), work, effects);
            }
            Ok(Located::Empty) => self.read_done(now, reading, Ok(Bytes::new()), effects),
            Ok(Located::Lookup(_)) | Err(_) => {
                self.read_done(now, reading, Err(IoFailure::NotFound), effects);
            }
        }
    }

    pub(super) fn looked_up(
        &mut self,
        now: Now,
        reading: Reading,
        result: IoResult<Outcome>,
        effects: &mut Effects,
    ) {
        match (result, &mut self.running) {
            (Ok(outcome), Some(running)) => {
                running.log.learn(&outcome);
                self.read(now, reading, effects);
            }
            (Err(failure), _) => self.read_done(now, reading, Err(failure), effects),
            (Ok(_), None) => {}
        }
    }

    /// The bytes of an answer are there, or cannot be had.
    pub(super) fn read_done(
        &mut self,
        now: Now,
        mut reading: Reading,
        result: IoResult<Bytes>,
        effects: &mut Effects,
    ) {
        match (&mut reading.response, result) {
            (Response::Fetch(fetched), Ok(bytes)) => {
                let whole = whole_batches(&bytes);
                fetched.records = Records::Bytes(bytes.slice(..whole));
            }
            (Response::Fetch(fetched), Err(_)) => {
                fetched.at.error = code::UNKNOWN_SERVER_ERROR;
                fetched.records = Records::None;
            }
            (Response::FetchSnapshot(piece), Ok(bytes)) => piece.bytes = SnapshotBytes::Bytes(bytes),
            (Response::FetchSnapshot(piece), Err(_)) => {
                piece.at.error = code::SNAPSHOT_NOT_FOUND;
                piece.bytes = SnapshotBytes::None;
            }
            _ => {}
        }
        self.deliver(now, reading.token, &reading.response, effects);
    }

    /// Answers whose records have been written meanwhile.
    pub(super) fn serve_readers(&mut self, now: Now, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        for reading in std::mem::take(&mut running.readers) {
            self.read(now, reading, effects);
        }
    }
}

/// How many of the bytes are whole batches.
fn whole_batches(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(head) = bytes.get(at..at + 12) {
        let len = i32::from_be_bytes(head[8..].try_into().expect("four bytes"));
        let Some(end) = usize::try_from(len).ok().map(|len| at + 12 + len) else { break };
        if end > bytes.len() {
            break;
        }
        at = end;
    }
    at
}

fn read_snapshot(
    disk: &dyn Disk,
    dir: &std::path::Path,
    id: SnapshotId,
    position: i64,
    len: usize,
) -> std::io::Result<Bytes> {
    let file = disk.open(&dir.join(raft::snapshot::file_name(id)), OpenMode::Read)?;
    let position = u64::try_from(position).unwrap_or(0);
    let there = file.len()?.saturating_sub(position).min(len as u64) as usize;
    let mut bytes = vec![0; there];
    let mut done = 0;
    while done < there {
        match file.read_at(&mut bytes[done..], position + done as u64)? {
            0 => break,
            more => done += more,
        }
    }
    bytes.truncate(done);
    Ok(bytes.into())
}

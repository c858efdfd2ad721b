//! Fetch, versions 4 to 18.
//!
//! The fetch waits on its connection's core; the owners are asked for plans, never for bytes. Header fields and file
//! ranges leave in order, the ranges straight from the page cache where they are resident. A cold range is read first
//! and the CRC of its batches checked: a batch that is broken ends the row before it, or, as the first one, answers
//! KAFKA_STORAGE_ERROR.
//!
//! Versions: 5 log start offset; 7 sessions (KIP-227); 9 leader epoch; 11 rack; 12 flexible, divergence; 13 topic ids;
//! 15 replica state; 16 node endpoints; 17 directory ids; 18 high watermark.
//! Not implemented: followers (a fetch with a replica id is served as a consumer's would be), preferred read replicas.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use protocol::client::fetch::FetchRequestView;
use protocol::header::RequestHeader;
use protocol::records::BatchView;
use protocol::wire::{self, Reader};
use protocol::{ErrorCode, LeaderEpoch, Mono, Offset, PartitionIndex, Uuid};

use super::{Cx, Outcome};
use crate::effect::{Effect, Effects};
use crate::event::{CoreId, IoResult, Token};
use crate::fetch_session::{Opening, Row as SessionRow, Session, SessionCache, TopicRef, Wanted};
use crate::fetching::FetchWait;
use crate::mesh::{Ask, Fetched, Mesh, PartitionKey, RequestRef, Told};
use crate::node::Node;
use crate::owner::Owner;
use crate::partition::Waiter;
use crate::reply::{self, Piece};
use crate::waiting::Wait;

/// Starts a request.
pub fn start(cx: &mut Cx<'_>, frame: BytesMut) -> Outcome {
    let Some(request) = decode(&frame, cx.head.version) else { return Outcome::Close };
    let (id, epoch) = (request.session_id, request.session_epoch);
    let by_id = cx.head.version >= 13;
    let home = CoreId(cx.fetch_sessions.core_of(id));
    if id > 0 && home != cx.node.core && home.0 < cx.node.identity.shards {
        if epoch > 0 {
            cx.node.send(home, Mesh::TakeSession { request: cx.request, id, epoch, by_id });
            cx.waiting.insert(cx.request, Wait::Session(cx.head, frame));
            return Outcome::Waiting;
        }
        cx.node.send(home, Mesh::DropSession(id));
    }
    let opening = cx.fetch_sessions.open(id, epoch, by_id, cx.now.mono);
    begin(cx, &request, &opening)
}

/// Goes on with a request whose session another core held.
pub fn session_taken(
    cx: &mut Cx<'_>,
    frame: &[u8],
    id: i32,
    session: Result<Box<Session>, ErrorCode>,
) -> Outcome {
    let Some(request) = decode(frame, cx.head.version) else { return Outcome::Close };
    match session {
        Ok(session) => {
            cx.fetch_sessions.borrow(id, *session);
            begin(cx, &request, &Opening::Incremental(id))
        }
        Err(code) => begin(cx, &request, &Opening::Error(code)),
    }
}

fn decode(frame: &[u8], version: i16) -> Option<FetchRequestView<'_>> {
    let mut reader = Reader::new(frame);
    RequestHeader::decode(&mut reader).ok()?;
    FetchRequestView::decode(&mut reader, version).ok()
}

fn begin(cx: &mut Cx<'_>, request: &FetchRequestView<'_>, opening: &Opening) -> Outcome {
    if let Opening::Error(code) = opening {
        return top_error(cx, *code);
    }
    let mut fetch = cx.waiting.fetch(cx.head);
    fetch.committed = request.isolation_level == 1;
    fetch.max_bytes = i64::from(request.max_bytes.min(cx.node.identity.config.fixed.fetch_max_bytes));
    fetch.min_bytes = i64::from(request.min_bytes).min(fetch.max_bytes);
    fetch.deadline = cx.now.mono.after_ms(i64::from(request.max_wait_ms));
    let odd = request.max_bytes < 0 || !(0..=1).contains(&request.isolation_level);
    collect(cx, request, opening, &mut fetch);
    if odd {
        for row in &mut fetch.rows {
            row.told = Some(Fetched::error(ErrorCode::UnknownServerError));
        }
        fetch.deadline = Mono(0);
    }
    let watch = request.max_wait_ms > 0 && fetch.min_bytes > 0 && !odd;
    fetch.watch_below = if watch { fetch.min_bytes.clamp(0, i64::from(i32::MAX)) as i32 } else { 0 };
    ask_all(cx, &mut fetch);
    proceed(cx, fetch)
}

/// Goes on with a fetch that was told something or whose time is up: it is answered, or waits on.
pub fn proceed(cx: &mut Cx<'_>, mut fetch: Box<FetchWait>) -> Outcome {
    if !fetch.is_due(cx.now.mono) {
        cx.waiting.insert(cx.request, Wait::Fetch(fetch));
        return Outcome::Waiting;
    }
    if fetch.reading == 0 && fetch.rows.iter().all(|row| row.cold.is_none()) {
        fetch.share();
        read_cold(cx, &mut fetch);
    }
    if fetch.reading > 0 {
        cx.waiting.insert(cx.request, Wait::Fetch(fetch));
        return Outcome::Waiting;
    }
    let outcome = answer(cx, &mut fetch);
    drop_watches(cx.node, cx.owner, cx.request, &fetch, cx.effects);
    return_session(cx.node, cx.fetch_sessions, fetch.session);
    cx.waiting.give_back_fetch(fetch);
    outcome
}

/// A session that was borrowed from another core goes back.
pub fn return_session(node: &mut Node, sessions: &mut SessionCache, id: i32) {
    if let Some(session) = sessions.give_back(id) {
        let home = CoreId(sessions.core_of(id));
        node.send(home, Mesh::SessionBack { id, session: Box::new(session) });
    }
}

/// An error at the top, with no rows.
fn top_error(cx: &mut Cx<'_>, code: ErrorCode) -> Outcome {
    super::encode(&mut cx.effects.bytes, cx.head, |out, version| {
        let flexible = version >= 12;
        wire::put_i32(out, 0);
        if version >= 7 {
            wire::put_i16(out, code as i16);
            wire::put_i32(out, 0);
        }
        wire::put_length(out, 0, flexible)?;
        if flexible {
            out.push(0);
        }
        Ok(())
    })
}

/// Makes the rows, from the request or from the session it continues.
fn collect(cx: &mut Cx<'_>, request: &FetchRequestView<'_>, opening: &Opening, fetch: &mut FetchWait) {
    let size = request.topics.iter().map(|topic| topic.partitions.len()).sum();
    let by_id = cx.head.version >= 13;
    let session = match opening {
        Opening::Incremental(id) => {
            fetch.session = *id;
            fetch.incremental = true;
            cx.fetch_sessions.get(*id)
        }
        Opening::Full => cx.fetch_sessions.create(by_id, size, cx.now.mono).map(|(id, session)| {
            fetch.session = id;
            session
        }),
        Opening::Sessionless | Opening::Error(_) => None,
    };
    let Some(session) = session else {
        for topic in request.topics {
            let name = topic.topic.to_lossy();
            let number = fetch.topic(&name, topic.topic_id);
            for partition in topic.partitions {
                let key = key_of(cx.node, &name, topic.topic_id, by_id, partition.partition);
                fetch.row(number, partition.partition, wanted(&partition), key, 0);
            }
        }
        refuse_absent(fetch, by_id);
        return;
    };
    for topic in request.forgotten_topics_data {
        let reference = TopicRef { name: topic.topic.to_lossy().into(), id: topic.topic_id };
        for partition in topic.partitions {
            session.forget(&reference, partition);
        }
    }
    for topic in request.topics {
        let reference = TopicRef { name: topic.topic.to_lossy().into(), id: topic.topic_id };
        for partition in topic.partitions {
            session.want(reference.clone(), partition.partition, wanted(&partition));
        }
    }
    for (place, member) in session.members() {
        let number = fetch.topic(&member.topic.name, member.topic.id);
        let key = key_of(cx.node, &member.topic.name, member.topic.id, by_id, member.partition);
        fetch.row(number, member.partition, member.wanted, key, place);
    }
    if session.is_empty() {
        cx.fetch_sessions.remove(fetch.session);
        fetch.session = 0;
        fetch.incremental = false;
    }
    refuse_absent(fetch, by_id);
}

fn wanted(partition: &protocol::client::fetch::FetchPartitionView) -> Wanted {
    Wanted {
        offset: Offset(partition.fetch_offset),
        max_bytes: partition.partition_max_bytes,
        leader_epoch: LeaderEpoch(partition.current_leader_epoch),
        last_fetched_epoch: LeaderEpoch(partition.last_fetched_epoch),
        log_start: Offset(partition.log_start_offset),
    }
}

fn key_of(node: &Node, name: &str, id: Uuid, by_id: bool, partition: i32) -> Option<PartitionKey> {
    let entry = if by_id { node.topic(id) } else { node.topic_named(name) }?;
    (0..entry.partitions)
        .contains(&partition)
        .then_some(PartitionKey { topic: entry.id, partition: PartitionIndex(partition) })
}

/// Rows without a partition are told so at once.
fn refuse_absent(fetch: &mut FetchWait, by_id: bool) {
    let known_topics = ErrorCode::UnknownTopicOrPartition;
    for row in &mut fetch.rows {
        if row.key.is_none() {
            let code = if by_id { ErrorCode::UnknownTopicId } else { known_topics };
            row.told = Some(Fetched::error(code));
        }
    }
}

/// Asks the owners of all rows that have a partition and were not told anything yet.
fn ask_all(cx: &mut Cx<'_>, fetch: &mut FetchWait) {
    fetch.missing = fetch.rows.iter().filter(|row| row.told.is_none()).count() as u32;
    for number in 0..fetch.rows.len() {
        if fetch.rows[number].told.is_some() {
            continue;
        }
        if let Some(told) = ask_row(cx, fetch, number as u32) {
            fetch.fill(number as u32, told);
        }
    }
}

/// Asks the owner of one row; `None` when the answer comes later.
pub fn ask_row(cx: &mut Cx<'_>, fetch: &FetchWait, number: u32) -> Option<Fetched> {
    let row = &fetch.rows[number as usize];
    let key = row.key?;
    let ask = Ask::Fetch {
        offset: row.wanted.offset,
        max_bytes: row.wanted.max_bytes,
        leader_epoch: row.wanted.leader_epoch,
        last_fetched_epoch: row.wanted.last_fetched_epoch,
        committed: fetch.committed,
        watch_below: fetch.watch_below,
    };
    let owner = cx.node.identity.owner(key);
    if owner != cx.node.core {
        cx.effects.push(Effect::Mesh {
            to: owner,
            message: Mesh::Ask { request: cx.request, part: number, key, ask },
        });
        return None;
    }
    let waiter = Waiter { core: owner, request: cx.request, part: number };
    match cx.owner.ask(cx.now, cx.node, waiter, key, ask, cx.effects) {
        Some(Told::Fetched(row)) => Some(row),
        _ => None,
    }
}

/// Starts the reads of rows whose bytes may have to come from a disk.
fn read_cold(cx: &mut Cx<'_>, fetch: &mut FetchWait) {
    for row in &mut fetch.rows {
        let Some(plan) = row.told.as_ref().and_then(|told| told.plan.as_ref()) else { continue };
        if row.given > 0 && !plan.resident {
            let token = cx.node.token();
            cx.waiting.own(token, cx.request);
            cx.effects.push(Effect::Read {
                token,
                file: Arc::clone(&plan.file),
                position: plan.position,
                len: row.given,
            });
            row.cold_token = Some(token);
            fetch.reading += 1;
        }
    }
}

/// Takes the bytes of a cold row in, as far as its batches are sound.
pub fn cold_read(fetch: &mut FetchWait, token: Token, result: IoResult<Bytes>) {
    let Some(row) = fetch.rows.iter_mut().find(|row| row.cold_token == Some(token)) else { return };
    row.cold_token = None;
    fetch.reading -= 1;
    let sound = result.map(|bytes| bytes.slice(..sound_prefix(&bytes))).unwrap_or_default();
    if sound.is_empty() {
        row.told = Some(Fetched::error(ErrorCode::KafkaStorageError));
    }
    row.cold = Some(sound);
}

/// How many bytes from the front are whole batches with the right CRC, or the cut one at the end.
fn sound_prefix(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Ok(batch) = BatchView::parse(&bytes[at..]) {
        if batch.check_crc().is_err() {
            return at;
        }
        at += batch.total_len();
    }
    bytes.len()
}

/// A fetch is over: the watches it left with the owners of its rows go.
pub fn drop_watches(
    node: &Node,
    owner: &mut Owner,
    request: RequestRef,
    fetch: &FetchWait,
    effects: &mut Effects,
) {
    for (part, row) in (0u32..).zip(&fetch.rows) {
        let Some(key) = row.key.filter(|_| row.watching) else { continue };
        let to = node.identity.owner(key);
        if to == node.core {
            owner.unwatch(Waiter { core: to, request, part }, key);
        } else {
            effects.push(Effect::Mesh { to, message: Mesh::Unwatch { request, part, key } });
        }
    }
}

/// Puts the answer together: header fields into the turn's bytes, records as pieces.
fn answer(cx: &mut Cx<'_>, fetch: &mut FetchWait) -> Outcome {
    note_session(cx, fetch);
    let version = fetch.head.version;
    let flexible = version >= 12;
    let from = reply::begin(&mut cx.effects.bytes, fetch.head);
    let out = &mut cx.effects.bytes;
    let pieces = &mut cx.scratch.pieces;
    pieces.clear();
    wire::put_i32(out, 0);
    if version >= 7 {
        wire::put_i16(out, 0);
        wire::put_i32(out, fetch.session);
    }
    put_topics(out, pieces, fetch, version, flexible);
    if flexible {
        out.push(0);
    }
    let beside = pieces.iter().map(|(_, piece)| piece.len()).sum();
    reply::end(out, from, beside);
    Outcome::Answered(from)
}

/// Tells the session what its rows are about to say; rows that have nothing new to say lose their answer.
fn note_session(cx: &mut Cx<'_>, fetch: &mut FetchWait) {
    if fetch.session == 0 {
        return;
    }
    let incremental = fetch.incremental;
    let Some(session) = cx.fetch_sessions.get(fetch.session) else { return };
    for row in &mut fetch.rows {
        let Some(told) = &row.told else { continue };
        let row_said = SessionRow {
            error: told.error,
            hw: told.hw,
            log_start: told.log_start,
            records: row.given,
            diverging: told.diverging.is_some(),
        };
        let say = session.note(row.place, row_said);
        if incremental && !say {
            row.told = None;
        }
    }
}

fn put_topics(
    out: &mut Vec<u8>,
    pieces: &mut Vec<(usize, Piece)>,
    fetch: &mut FetchWait,
    version: i16,
    flexible: bool,
) {
    put_count(out, topics_said(fetch), flexible);
    let mut number = 0;
    while number < fetch.rows.len() {
        if fetch.rows[number].told.is_none() {
            number += 1;
            continue;
        }
        let topic = fetch.rows[number].topic;
        let mut end = number;
        let mut count = 0;
        while end < fetch.rows.len() && (fetch.rows[end].told.is_none() || fetch.rows[end].topic == topic) {
            count += usize::from(fetch.rows[end].told.is_some());
            end += 1;
        }
        if version >= 13 {
            wire::put_uuid(out, fetch.id(topic));
        } else {
            let _ = wire::put_string(out, fetch.name(topic), flexible);
        }
        put_count(out, count, flexible);
        for row in fetch.rows[number..end].iter_mut() {
            if let Some(told) = row.told.take() {
                put_row(out, pieces, told, row.partition, row.given, row.cold.take(), version, flexible);
            }
        }
        if flexible {
            out.push(0);
        }
        number = end;
    }
}

/// How many topics the answer has: rows of one topic that follow one another make one.
fn topics_said(fetch: &FetchWait) -> usize {
    let mut last = None;
    let mut count = 0;
    for row in fetch.rows.iter().filter(|row| row.told.is_some()) {
        if last != Some(row.topic) {
            count += 1;
            last = Some(row.topic);
        }
    }
    count
}

fn put_row(
    out: &mut Vec<u8>,
    pieces: &mut Vec<(usize, Piece)>,
    told: Fetched,
    partition: i32,
    given: u32,
    cold: Option<Bytes>,
    version: i16,
    flexible: bool,
) {
    wire::put_i32(out, partition);
    wire::put_i16(out, told.error as i16);
    wire::put_i64(out, told.hw.0);
    wire::put_i64(out, told.lso.0);
    if version >= 5 {
        wire::put_i64(out, told.log_start.0);
    }
    match &told.aborted {
        Some(aborted) => {
            put_count(out, aborted.len(), flexible);
            for (producer, first) in aborted.iter() {
                wire::put_i64(out, *producer);
                wire::put_i64(out, *first);
                if flexible {
                    out.push(0);
                }
            }
        }
        None => wire::put_null(out, flexible),
    }
    if version >= 11 {
        wire::put_i32(out, -1);
    }
    let piece = match (told.plan, cold) {
        (_, Some(bytes)) if !bytes.is_empty() => Some(Piece::Bytes(bytes)),
        (Some(plan), None) if given > 0 => {
            Some(Piece::File { file: plan.file, position: plan.position, len: given })
        }
        _ => None,
    };
    let len = piece.as_ref().map_or(0, Piece::len);
    put_count(out, len, flexible);
    if let Some(piece) = piece {
        pieces.push((out.len(), piece));
    }
    if flexible {
        match told.diverging {
            Some(point) => {
                // One tagged field: number 0, its size, epoch, end offset, no tags of its own.
                out.extend_from_slice(&[1, 0, 13]);
                wire::put_i32(out, point.0.0);
                wire::put_i64(out, point.1.0);
                out.push(0);
            }
            None => out.push(0),
        }
    }
}

/// The length of bytes or an array, which a row's limits keep within 31 bits.
fn put_count(out: &mut Vec<u8>, count: usize, flexible: bool) {
    if flexible {
        wire::put_uvarint(out, count as u32 + 1);
    } else {
        wire::put_i32(out, count as i32);
    }
}

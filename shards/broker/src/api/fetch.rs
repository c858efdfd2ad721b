//! Fetch, versions 4 to 18.
//!
//! The fetch waits on its connection's core; the owners are asked for plans, never for bytes. Header fields and file
//! ranges leave in order, the ranges straight from the page cache where they are resident. A cold range is read first
//! and the CRC of its batches checked: a batch that is broken ends the row before it. As the first one it sends the row
//! back to its owner, who measures the damage and answers again: KAFKA_STORAGE_ERROR inside the hole.
//!
//! Versions: 5 log start offset; 7 sessions (KIP-227); 9 leader epoch; 11 rack; 12 flexible, divergence; 13 topic ids;
//! 15 replica state; 16 node endpoints; 17 directory ids; 18 high watermark.
//! Not implemented: followers (a fetch with a replica id is served as a consumer's would be), preferred read replicas.

use std::hash::BuildHasher;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use protocol::client::fetch::{EpochEndOffset, FetchPartitionView, FetchRequestView, LeaderIdAndEpoch};
use protocol::header::RequestHeader;
use protocol::wire::{EncodeError, Reader};
use protocol::writers::{FetchResponseWriter, FetchRow as SaidRow};
use protocol::{BrokerId, ErrorCode, LeaderEpoch, Map, Offset, PartitionIndex, Uuid};
use storage::batch::{Broken, Header};

use super::{Cx, Outcome};
use crate::effect::{Effect, Effects};
use crate::event::{CoreId, IoResult, Token};
use crate::fetch_session::{Opening, Row as SessionRow, Session, SessionCache, TopicRef, Wanted};
use crate::fetching::{Damage, FetchRow, FetchWait};
use crate::mesh::{Ask, Fetched, Mesh, PartitionKey, RequestRef, Told};
use crate::node::Node;
use crate::owner::Owner;
use crate::partition::{FetchAsk, Waiter};
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
    collect(cx, request, opening, &mut fetch);
    if !(0..=1).contains(&request.isolation_level) && fetch.rows.iter().any(|row| row.told.is_none()) {
        if !fetch.incremental {
            cx.fetch_sessions.remove(fetch.session);
        }
        return_session(cx.node, cx.fetch_sessions, fetch.session);
        cx.waiting.give_back_fetch(fetch);
        return unreadable(cx, request);
    }
    if request.max_bytes < 0
        && let Some(row) = fetch.rows.iter_mut().find(|row| row.key.is_some())
    {
        // Kafka takes it for what is left for the first partition, and for the others it is nothing then.
        row.wanted.max_bytes = -1;
    }
    let replica = if cx.head.version >= 15 { request.replica_state.replica_id } else { request.replica_id };
    if replica >= 0 {
        refuse_strangers(cx.node, BrokerId(replica), &mut fetch);
    }
    let watch = request.max_wait_ms > 0 && fetch.min_bytes > 0;
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
    if fetch.reading == 0 && fetch.rows.iter().any(|row| row.damage == Damage::Met) {
        ask_damaged(cx, &mut fetch);
        if !fetch.is_due(cx.now.mono) {
            cx.waiting.insert(cx.request, Wait::Fetch(fetch));
            return Outcome::Waiting;
        }
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
        FetchResponseWriter::begin(out, version, 0, code.code(), 0, 0)?.end(out, &[])
    })
}

/// What Kafka answers where it trips over a request: the error at the top and, up to version 12, in every row.
fn unreadable(cx: &mut Cx<'_>, request: &FetchRequestView<'_>) -> Outcome {
    super::encode(&mut cx.effects.bytes, cx.head, |out, version| {
        let code = ErrorCode::UnknownServerError.code();
        let topics = if version <= 12 { request.topics.len() } else { 0 };
        let mut writer = FetchResponseWriter::begin(out, version, 0, code, 0, topics)?;
        for topic in request.topics.iter().take(topics) {
            writer.topic(out, &topic.topic.to_lossy(), topic.topic_id, topic.partitions.len())?;
            for partition in topic.partitions {
                let row = SaidRow {
                    partition_index: partition.partition,
                    error_code: code,
                    high_watermark: -1,
                    aborted_transactions: Some(&[]),
                    ..SaidRow::default()
                };
                writer.partition(out, &row, Some(0))?;
            }
        }
        writer.end(out, &[])
    })
}

/// A replica that is none of a partition's may not fetch it as one.
fn refuse_strangers(node: &Node, replica: BrokerId, fetch: &mut FetchWait) {
    for row in &mut fetch.rows {
        let Some(key) = row.key else { continue };
        let partition = node.image.partition(key.topic, key.partition);
        if let Some(partition) = partition.filter(|partition| !partition.replicas.contains(&replica)) {
            let mut told = Fetched::error(ErrorCode::NotLeaderOrFollower);
            told.leader = Some((partition.leader, partition.leader_epoch));
            row.told = Some(told);
        }
    }
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
                if !is_repeated(fetch, &mut cx.scratch.fetched, number, &partition) {
                    fetch.row(number, partition.partition, wanted(&partition), key, 0);
                }
            }
        }
        cx.scratch.fetched.clear();
        refuse_absent(cx.node, fetch, by_id);
        return;
    };
    for topic in request.topics {
        let reference = TopicRef { name: topic.topic.to_lossy().into(), id: topic.topic_id };
        for partition in topic.partitions {
            session.want(reference.clone(), partition.partition, wanted(&partition));
        }
    }
    // Behind what is wanted: what is in both goes.
    for topic in request.forgotten_topics_data {
        let reference = TopicRef { name: topic.topic.to_lossy().into(), id: topic.topic_id };
        for partition in topic.partitions {
            session.forget(&reference, partition);
        }
    }
    for (place, member) in session.members() {
        let number = fetch.topic(&member.topic.name, member.topic.id);
        let key = key_of(cx.node, &member.topic.name, member.topic.id, by_id, member.partition);
        fetch.row(number, member.partition, member.wanted, key, place);
    }
    for row in &mut fetch.rows {
        if session.find(row.place, row.key.is_some()) && row.key.is_none() && by_id {
            // The session knew the topic by this id.
            let mut told = Fetched::error(ErrorCode::InconsistentTopicId);
            told.aborted = Some(Box::default());
            row.told = Some(told);
        }
    }
    if session.is_empty() && fetch.incremental {
        cx.fetch_sessions.remove(fetch.session);
        fetch.session = 0;
        fetch.incremental = false;
    }
    refuse_absent(cx.node, fetch, by_id);
}

/// Whether a row for this partition is there already: the later wish counts, in the place of the first.
fn is_repeated(
    fetch: &mut FetchWait,
    seen: &mut Map<(u64, i32), u32>,
    topic: u32,
    partition: &FetchPartitionView,
) -> bool {
    // Most fetches want one partition: the first is marked when a second comes.
    let Some(front) = fetch.rows.first() else { return false };
    let mark_of =
        |seen: &Map<(u64, i32), u32>, topic| seen.hasher().hash_one((fetch.name(topic), fetch.id(topic)));
    if seen.is_empty() {
        let mark = mark_of(seen, front.topic);
        seen.insert((mark, front.partition), 0);
    }
    let mark = mark_of(seen, topic);
    let new = fetch.rows.len() as u32;
    let first = *seen.entry((mark, partition.partition)).or_insert(new);
    if first == new {
        return false;
    }
    let of = fetch.rows[first as usize].topic;
    // Two topics may have one hash.
    let is_same = fetch.id(of) == fetch.id(topic) && fetch.name(of) == fetch.name(topic);
    if is_same {
        fetch.rows[first as usize].wanted = wanted(partition);
    }
    is_same
}

fn wanted(partition: &FetchPartitionView) -> Wanted {
    Wanted {
        offset: Offset(partition.fetch_offset),
        max_bytes: partition.partition_max_bytes,
        // Whatever is negative is no epoch here; elsewhere only -1 is.
        leader_epoch: LeaderEpoch(partition.current_leader_epoch.max(-1)),
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

/// Rows without a partition are told so at once, and come last.
fn refuse_absent(node: &Node, fetch: &mut FetchWait, by_id: bool) {
    for number in 0..fetch.rows.len() {
        if fetch.rows[number].key.is_some() || fetch.rows[number].told.is_some() {
            continue;
        }
        let known = !by_id || node.topic(fetch.id(fetch.rows[number].topic)).is_some();
        let code = if known { ErrorCode::UnknownTopicOrPartition } else { ErrorCode::UnknownTopicId };
        let mut told = Fetched::error(code);
        told.aborted = Some(Box::default());
        fetch.rows[number].told = Some(told);
    }
    let is_absent = |row: &FetchRow| row.key.is_none() && !row.is_of_another_id();
    if !fetch.rows.is_sorted_by_key(is_absent) {
        fetch.rows.sort_by_key(is_absent);
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
    send_ask(cx, number, key, ask)
}

fn send_ask(cx: &mut Cx<'_>, number: u32, key: PartitionKey, ask: Ask) -> Option<Fetched> {
    match cx.ask_owner(number, key, ask) {
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

/// Takes the bytes of a cold row in, as far as its batches are sound. Answers what the partition's owner should know of
/// them.
pub fn cold_read(
    fetch: &mut FetchWait,
    token: Token,
    result: IoResult<Bytes>,
) -> Option<(PartitionKey, storage::lookup::Outcome)> {
    let row = fetch.rows.iter_mut().find(|row| row.cold_token == Some(token))?;
    row.cold_token = None;
    fetch.reading -= 1;
    // A read that failed may have met a file that is gone, or a bad sector: the owner finds out.
    let bytes = result.unwrap_or_default();
    let hw = row.told.as_ref().map_or(Offset(0), |told| told.hw);
    let sound = bytes.slice(..sound_prefix(&bytes, row.wanted.offset, hw));
    if sound.is_empty() {
        if row.damage == Damage::Told {
            row.told = Some(Fetched::error(ErrorCode::KafkaStorageError));
            row.given = 0;
        } else {
            row.damage = Damage::Met;
        }
        return None;
    }
    let plan = row.told.as_ref().and_then(|told| told.plan.as_ref());
    let learned = plan.and_then(|plan| plan.spot_behind(&sound)).zip(row.key);
    row.cold = Some(sound);
    // The cut batch's checksum is not known; an offset that cannot be is not believed.
    let (outcome, key) = learned?;
    matches!(outcome, storage::lookup::Outcome::Found(spot) if spot.last < hw).then_some((key, outcome))
}

/// Sends the rows that met damage back to their owners. What else was read is read again, since the budget is shared out
/// anew.
fn ask_damaged(cx: &mut Cx<'_>, fetch: &mut FetchWait) {
    for number in 0..fetch.rows.len() {
        let row = &mut fetch.rows[number];
        row.cold = None;
        if row.damage != Damage::Met {
            continue;
        }
        row.damage = Damage::Told;
        let (Some(key), Some(plan)) = (row.key, row.told.take().and_then(|told| told.plan)) else { continue };
        fetch.missing += 1;
        let row = &fetch.rows[number];
        let ask = FetchAsk {
            offset: row.wanted.offset,
            max_bytes: row.wanted.max_bytes,
            leader_epoch: row.wanted.leader_epoch,
            last_fetched_epoch: row.wanted.last_fetched_epoch,
            committed: fetch.committed,
            watch_below: fetch.watch_below,
        };
        let ask = Ask::Damaged { ask, segment: plan.segment, position: plan.position as u32 };
        if let Some(told) = send_ask(cx, number as u32, key, ask) {
            fetch.fill(number as u32, told);
        }
    }
}

/// How many bytes from the front are whole batches with the right CRC and offsets that rise from `from` to below `hw` (the
/// CRC does not cover them), or the cut one at the end.
fn sound_prefix(bytes: &[u8], from: Offset, hw: Offset) -> usize {
    let (mut at, mut next) = (0, from);
    while at < bytes.len() {
        match Header::parse(&bytes[at..]) {
            Ok(header) if header.size as usize <= bytes.len() - at => {
                let end = at + header.size as usize;
                let rises = at == 0 || header.magic < 2 || header.base >= next;
                if !rises || header.last < next || header.last >= hw || !header.crc_fits(&bytes[at..end]) {
                    return at;
                }
                next = header.last.plus(1);
                at = end;
            }
            // The first one was asked for whole.
            Ok(_) | Err(Broken::Short(_)) => return if at == 0 { 0 } else { bytes.len() },
            Err(Broken::Invalid) => return at,
        }
    }
    at
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
    let from = reply::begin(&mut cx.effects.bytes, fetch.head);
    let (out, pieces) = (&mut cx.effects.bytes, &mut cx.scratch.pieces);
    pieces.clear();
    if put_body(out, pieces, fetch).is_err() {
        out.truncate(from);
        pieces.clear();
        return Outcome::Close;
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

fn put_body(
    out: &mut Vec<u8>,
    pieces: &mut Vec<(usize, Piece)>,
    fetch: &mut FetchWait,
) -> Result<(), EncodeError> {
    let version = fetch.head.version;
    let mut writer = FetchResponseWriter::begin(out, version, 0, 0, fetch.session, topics_said(fetch))?;
    let mut number = 0;
    while number < fetch.rows.len() {
        if fetch.rows[number].told.is_none() {
            number += 1;
            continue;
        }
        let topic = fetch.rows[number].topic;
        let of_topic = |row: &FetchRow| row.told.is_none() || row.topic == topic;
        let end = number + fetch.rows[number..].iter().take_while(|row| of_topic(row)).count();
        let count = fetch.rows[number..end].iter().filter(|row| row.told.is_some()).count();
        writer.topic(out, fetch.name(topic), fetch.id(topic), count)?;
        for row in &mut fetch.rows[number..end] {
            if let Some(told) = row.told.take() {
                put_row(out, &mut writer, pieces, told, row, version)?;
            }
        }
        number = end;
    }
    writer.end(out, &[])
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
    writer: &mut FetchResponseWriter,
    pieces: &mut Vec<(usize, Piece)>,
    told: Fetched,
    row: &mut FetchRow,
    version: i16,
) -> Result<(), EncodeError> {
    let piece = match (told.plan, row.cold.take()) {
        (_, Some(bytes)) if !bytes.is_empty() => Some(Piece::Bytes(bytes)),
        (Some(plan), None) if row.given > 0 => {
            Some(Piece::File { file: plan.file, position: plan.position, len: row.given })
        }
        _ => None,
    };
    let mut said = SaidRow {
        partition_index: row.partition,
        error_code: told.error.code(),
        high_watermark: told.hw.0,
        last_stable_offset: told.lso.0,
        log_start_offset: told.log_start.0,
        aborted_transactions: told.aborted.as_deref(),
        ..SaidRow::default()
    };
    if let Some((epoch, end_offset)) = told.diverging.as_deref() {
        said.diverging_epoch = EpochEndOffset { epoch: epoch.0, end_offset: end_offset.0 };
    }
    // From version 16 on (KIP-951).
    if let Some((leader, epoch)) = told.leader.filter(|_| version >= 16) {
        said.current_leader = LeaderIdAndEpoch { leader_id: leader.0, leader_epoch: epoch.0 };
    }
    let at = writer.partition(out, &said, Some(piece.as_ref().map_or(0, Piece::len)))?;
    if let Some(piece) = piece {
        pieces.push((at, piece));
    }
    Ok(())
}

//! Produce, versions 3 to 13.
//!
//! A request is taken apart into one question per partition for its owner, in the order of the request; each batch is
//! validated here, on the connection's core or by a job of it, and travels with what its header says. The answer is put
//! together when the last owner has spoken. `acks=0` gets no answer; if any partition fails the connection is closed, so
//! that the producer notices.
//!
//! The same partition twice: only the last batch is stored, one row comes back; so does one topic that is named twice.
//! Null records, which Kafka never answers, get INVALID_RECORD.
//!
//! Versions: 3 message format 2, transactional id; 5 log start offset; 7 zstd; 8 record errors (KIP-467); 9 flexible;
//! 10 leader discovery (KIP-951); 11 and 12 transactions of version 2 (KIP-890); 13 topic ids (KIP-516).
//! Not implemented: transactional batches get INVALID_TXN_STATE, since no coordinator has added their partition.

use std::any::Any;
use std::sync::Arc;

use bytes::{Buf, BytesMut};
use protocol::client::produce::ProduceRequestView;
use protocol::compress::{Codec, Scratch};
use protocol::header::RequestHeader;
use protocol::records::{self, BatchView, Reject, Rewrite, ValidateRules, Verdict};
use protocol::wire::{DecodeError, EncodeError, Reader};
use protocol::writers::{ProduceResponseWriter, ProduceRow};
use protocol::{ErrorCode, Map, PartitionIndex, Set, Uuid};
use storage::Disk;
use storage::batch::BatchInfo;

use super::{Cx, Outcome};
use crate::effect::Effect;
use crate::gather::{Gather, Row};
use crate::mesh::{Ask, PartitionKey, RequestRef, Told};
use crate::node::TopicEntry;
use crate::partition::refused;
use crate::waiting::Wait;

/// A batch of a request between decoding and asking.
pub struct Planned {
    row: u32,
    key: PartitionKey,
    /// Where in the frame the records field lies.
    at: usize,
    len: usize,
    topic: Arc<TopicEntry>,
}

/// Topics that only the broker itself writes to, unless an admin client says it knows what it does.
const INTERNAL: [&str; 3] = ["__consumer_offsets", "__transaction_state", "__share_group_state"];
/// The client id that may write to them (`AdminUtils`).
const ADMIN_CLIENT: &[u8] = b"__admin_client";

/// Starts a request.
pub fn start(cx: &mut Cx<'_>, frame: BytesMut) -> Outcome {
    let mut gather = cx.waiting.gather(cx.head);
    let mut planned = std::mem::take(&mut cx.scratch.produce);
    planned.clear();
    if plan(cx, &frame, &mut gather, &mut planned).is_err() {
        cx.scratch.produce = planned;
        return Outcome::Close;
    }
    ask(cx, frame, &mut gather, &planned);
    cx.scratch.produce = planned;
    if gather.is_complete() {
        let outcome = finish(&gather, &mut cx.effects.bytes);
        cx.waiting.give_back(gather);
        return outcome;
    }
    cx.waiting.insert(cx.request, Wait::Gather(gather));
    Outcome::Waiting
}

/// Reads the request: rows, and the batches that have a partition to go to.
fn plan(
    cx: &mut Cx<'_>,
    frame: &[u8],
    gather: &mut Gather,
    planned: &mut Vec<Planned>,
) -> Result<(), DecodeError> {
    let mut reader = Reader::new(frame);
    let header = RequestHeader::decode(&mut reader)?;
    let request = ProduceRequestView::decode(&mut reader, cx.head.version)?;
    gather.acks = request.acks;
    let refuse_all = (!(-1..=1).contains(&request.acks)).then_some(ErrorCode::InvalidRequiredAcks);
    let mut nobody_s = false;
    let admin = header.client_id.is_some_and(|id| id.as_bytes() == ADMIN_CLIENT);
    for topic in request.topic_data {
        let entry = if cx.head.version >= 13 {
            cx.node.topic(topic.topic_id)
        } else {
            topic.name.to_str().and_then(|name| cx.node.topic_named(name))
        };
        gather.topic(&topic.name.to_lossy(), topic.topic_id);
        for partition in topic.partition_data {
            let row = gather.row(partition.index);
            nobody_s |= request.transactional_id.is_none() && partition.records.is_some_and(is_transactional);
            let refusal = refuse_all.or_else(|| refusal(entry, cx.head.version, partition.index, admin));
            if let Some(code) = refusal {
                gather.fill(row, refused(code, None));
                continue;
            }
            let entry = entry.expect("a topic that is not there is refused");
            let Some(records) = partition.records else {
                gather.fill(row, refused(ErrorCode::InvalidRecord, None));
                continue;
            };
            planned.push(Planned {
                row,
                key: PartitionKey { topic: entry.id, partition: PartitionIndex(partition.index) },
                at: records.as_ptr() as usize - frame.as_ptr() as usize,
                len: records.len(),
                topic: Arc::clone(entry),
            });
        }
    }
    if nobody_s {
        // Part of a transaction, and no id to write it for: Kafka looks at nothing else of the request.
        planned.clear();
        gather.refill(|| refused(ErrorCode::TransactionalIdAuthorizationFailed, None));
    }
    gather.note_repeats(&mut cx.scratch.seen);
    Ok(())
}

/// Whether the first batch, if it is whole, says that it is part of a transaction.
fn is_transactional(records: &[u8]) -> bool {
    BatchView::parse(records).is_ok_and(|batch| batch.is_transactional())
}

fn refusal(entry: Option<&Arc<TopicEntry>>, version: i16, partition: i32, admin: bool) -> Option<ErrorCode> {
    let Some(entry) = entry else {
        return Some(if version >= 13 {
            ErrorCode::UnknownTopicId
        } else {
            ErrorCode::UnknownTopicOrPartition
        });
    };
    if partition < 0 || partition >= entry.partitions {
        return Some(ErrorCode::UnknownTopicOrPartition);
    }
    if !admin && INTERNAL.contains(&&*entry.name) {
        return Some(ErrorCode::InvalidTopicException);
    }
    None
}

/// A batch that is validated by a job.
pub struct Validating {
    request: RequestRef,
    row: u32,
    key: PartitionKey,
    acks: i16,
}

impl Validating {
    /// The request it belongs to.
    #[must_use]
    pub fn request(&self) -> RequestRef {
        self.request
    }
}

/// What such a job brings back.
pub struct Validated {
    records: BytesMut,
    verdict: Result<Verdict, Reject>,
}

/// Batches whose walk may take longer than a core should be held: a compressed one from this size on, and one of this size
/// that has to be repacked.
const HEAVY_BYTES: usize = 32 << 10;
/// What a small batch may unpack to on the core: a kilobyte can unpack to tens of megabytes.
const UNPACKED_HERE_MAX: u64 = 512 << 10;

/// Takes the frame apart, validates each batch and sends it to its owner.
fn ask(cx: &mut Cx<'_>, mut frame: BytesMut, gather: &mut Gather, planned: &[Planned]) {
    let mut consumed = 0;
    let last_of = gather.repeats.then(|| -> Map<PartitionKey, u32> {
        planned.iter().map(|planned| (planned.key, planned.row)).collect()
    });
    for &Planned { row, key, at, len, ref topic } in planned {
        frame.advance(at - consumed);
        let mut records = frame.split_to(len);
        consumed = at + len;
        if last_of.as_ref().is_some_and(|last_of| last_of.get(&key) != Some(&row)) {
            gather.fill(row, Told::Replaced);
            continue;
        }
        let rules = ValidateRules { produce_version: cx.head.version, now: cx.now.wall, ..topic.rules };
        let verdict = match is_heavy(&records, &rules) {
            true => None,
            false => validate_here(&mut records, &rules, &mut cx.scratch.codec),
        };
        let Some(verdict) = verdict else {
            let token = cx.node.token();
            cx.waiting.validate(token, Validating { request: cx.request, row, key, acks: gather.acks });
            cx.held += 1;
            let job = move |_: &dyn Disk| -> Box<dyn Any + Send> {
                let verdict = validate(&mut records, &rules, &mut Scratch::default());
                Box::new(Validated { records, verdict })
            };
            cx.effects.push(Effect::Job { token, job: Box::new(job) });
            continue;
        };
        if let Some(told) = admit(cx, gather.acks, row, key, records, verdict) {
            gather.fill(row, told);
        }
    }
}

/// A validated batch goes to its owner; `None` when the answer comes later.
fn admit(
    cx: &mut Cx<'_>,
    acks: i16,
    row: u32,
    key: PartitionKey,
    mut records: BytesMut,
    verdict: Result<Verdict, Reject>,
) -> Option<Told> {
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(reject) => {
            let (error, why) = crate::error::of_reject(&reject);
            if !crate::error::names_log_start(&reject, cx.head.version) {
                return Some(refused(error, why));
            }
            return cx.ask_owner(row, key, Ask::Refused { error, why });
        }
    };
    records.truncate(verdict.batch_size);
    let Some(info) = BatchInfo::parse(&records) else {
        return Some(refused(ErrorCode::CorruptMessage, None));
    };
    if info.transactional {
        return Some(refused(ErrorCode::InvalidTxnState, None));
    }
    cx.ask_owner(row, key, Ask::Produce { records, info, acks })
}

/// A job has validated a batch: it goes on as the others did.
pub fn validated(
    cx: &mut Cx<'_>,
    wait: Wait,
    validating: &Validating,
    validated: Option<Box<Validated>>,
) -> Outcome {
    let Wait::Gather(mut gather) = wait else { return Outcome::Close };
    let told = match validated {
        Some(validated) => {
            let Validated { records, verdict } = *validated;
            admit(cx, validating.acks, validating.row, validating.key, records, verdict)
        }
        // The core is stopping: the batch was not looked at.
        None => Some(refused(ErrorCode::NotLeaderOrFollower, None)),
    };
    if told.is_some_and(|told| gather.fill(validating.row, told)) {
        let outcome = finish(&gather, &mut cx.effects.bytes);
        cx.waiting.give_back(gather);
        return outcome;
    }
    cx.waiting.insert(cx.request, Wait::Gather(gather));
    Outcome::Waiting
}

fn is_heavy(records: &[u8], rules: &ValidateRules) -> bool {
    records.len() >= HEAVY_BYTES
        && (BatchView::parse(records).is_ok_and(|batch| batch.codec() != Ok(Codec::None))
            || records::must_repack(records, rules))
}

/// Validates a small batch; `None` if it turns out to hold more than a core should walk, and nothing was changed.
fn validate_here(
    records: &mut BytesMut,
    rules: &ValidateRules,
    scratch: &mut Scratch,
) -> Option<Result<Verdict, Reject>> {
    if rules.unpacked_size_max <= UNPACKED_HERE_MAX {
        return Some(validate(records, rules, scratch));
    }
    let rules = ValidateRules { unpacked_size_max: UNPACKED_HERE_MAX, ..*rules };
    let verdict = validate(records, &rules, scratch);
    (!matches!(verdict, Err(Reject::UnpackedTooLarge))).then_some(verdict)
}

/// Validates a batch and makes its bytes what is to be appended.
fn validate(records: &mut BytesMut, rules: &ValidateRules, scratch: &mut Scratch) -> Result<Verdict, Reject> {
    if records::must_repack(records, rules) {
        let (bytes, verdict) = records::rewrite(records, rules, scratch)?;
        *records = BytesMut::from(&bytes[..]);
        return Ok(verdict);
    }
    let verdict = records::validate(records, rules, scratch)?;
    if verdict.rewrite == Rewrite::MaxTimestamp {
        let batch = &mut records[..verdict.batch_size];
        records::set_max_timestamp(batch, rules.timestamp_type, verdict.max_timestamp);
    }
    Ok(verdict)
}

/// Puts the answer together once every row is filled.
pub fn finish(gather: &Gather, out: &mut Vec<u8>) -> Outcome {
    if gather.acks == 0 {
        return if gather.all_produced() { Outcome::Nothing } else { Outcome::Close };
    }
    super::encode(out, gather.head, |out, version| {
        if gather.repeats {
            return put_merged(out, version, gather);
        }
        let topics = gather.topics().filter(|(_, _, rows)| !rows.is_empty());
        let mut writer = ProduceResponseWriter::begin(out, version, topics.clone().count())?;
        for (name, id, rows) in topics {
            writer.topic(out, name, id, rows.len())?;
            for row in rows {
                put_row(out, &mut writer, row)?;
            }
        }
        writer.end(out, 0, &[])
    })
}

/// The answer to a request that names a topic or a partition more than once: each has one place in it.
fn put_merged(out: &mut Vec<u8>, version: i16, gather: &Gather) -> Result<(), EncodeError> {
    let mut places: Map<(&str, Uuid), usize> = Map::default();
    let mut merged: Vec<(&str, Uuid, Vec<&Row>)> = Vec::new();
    let mut said: Set<(usize, i32)> = Set::default();
    for (name, id, rows) in gather.topics() {
        for row in rows.iter().filter(|row| !matches!(row.told, Some(Told::Replaced))) {
            let place = *places.entry((name, id)).or_insert_with(|| {
                merged.push((name, id, Vec::new()));
                merged.len() - 1
            });
            if said.insert((place, row.partition)) {
                merged[place].2.push(row);
            }
        }
    }
    let mut writer = ProduceResponseWriter::begin(out, version, merged.len())?;
    for (name, id, rows) in merged {
        writer.topic(out, name, id, rows.len())?;
        for row in rows {
            put_row(out, &mut writer, row)?;
        }
    }
    writer.end(out, 0, &[])
}

fn put_row(out: &mut Vec<u8>, writer: &mut ProduceResponseWriter, row: &Row) -> Result<(), EncodeError> {
    let Some(Told::Produced { error, base_offset, log_append_time, log_start, why }) = &row.told else {
        return Ok(());
    };
    let said = ProduceRow {
        index: row.partition,
        error_code: error.code(),
        base_offset: base_offset.0,
        log_append_time_ms: log_append_time.0,
        log_start_offset: log_start.0,
        record_errors: why.as_ref().map_or(&[], |why| &why.records),
        error_message: why.as_ref().and_then(|why| why.message.as_deref()),
        ..ProduceRow::default()
    };
    writer.partition(out, &said)
}

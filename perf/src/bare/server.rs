//! The turn of the bare server: read all that is readable, write each partition once, answer each connection once.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;

use protocol::client::fetch::FetchRequestView;
use protocol::client::produce::ProduceRequestView;
use protocol::header::RequestHeader;
use protocol::records::BatchView;
use protocol::writers::{FetchResponseWriter, FetchRow, ProduceResponseWriter, ProduceRow};
use protocol::{ApiKey, Reader, Uuid};

use super::partition::Partition;
use super::requests;
use crate::clock;
use crate::sys::{self, Epoll, Ready};
use crate::template::PRODUCE_VERSION;

/// How much of one connection is read in a turn.
const INPUT_SIZE: usize = 256 * 1024;
const LISTENER: usize = usize::MAX;

/// A topic of the bare server.
#[derive(Debug)]
pub struct Topic {
    pub name: String,
    pub id: Uuid,
    pub partitions: Vec<Partition>,
}

/// All of them.
#[derive(Debug)]
pub struct Topics {
    dir: PathBuf,
    pub port: u16,
    pub list: Vec<Topic>,
    pub producers: i64,
}

impl Topics {
    /// Makes a topic; its id is its number.
    pub fn create(&mut self, name: &str, partitions: i32) -> io::Result<Uuid> {
        let number = self.list.len() as u8 + 1;
        let id = Uuid([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number]);
        let files = (0..partitions).map(|at| Partition::create(&self.dir.join(format!("{number}-{at}.log"))));
        let partitions = files.collect::<io::Result<_>>()?;
        self.list.push(Topic { name: name.to_owned(), id, partitions });
        Ok(id)
    }

    /// A partition by the name of its topic.
    #[must_use]
    pub fn named(&self, name: &str, partition: i32) -> Option<&Partition> {
        let topic = self.list.iter().find(|topic| topic.name == name)?;
        topic.partitions.get(usize::try_from(partition).ok()?)
    }

    fn of_id(&mut self, id: Uuid, partition: i32) -> io::Result<(usize, usize, &mut Partition)> {
        let number = usize::from(id.0[15]).wrapping_sub(1);
        let at = partition as usize;
        let found = self.list.get_mut(number).and_then(|topic| topic.partitions.get_mut(at));
        found.map(|partition| (number, at, partition)).ok_or_else(|| io::Error::other("no such partition"))
    }
}

/// A range of a file that belongs at a place of the answers.
#[derive(Debug)]
struct Range {
    at: usize,
    file: Arc<File>,
    position: u64,
    len: usize,
}

#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    input: Vec<u8>,
    filled: usize,
    consumed: usize,
    out: Vec<u8>,
    sent: usize,
    ranges: VecDeque<Range>,
    waits_for_room: bool,
    /// A fetch that waits, and until when.
    waiting: Option<(Vec<u8>, u64)>,
}

struct Server {
    epoll: Epoll,
    topics: Topics,
    connections: Vec<Option<Connection>>,
    /// Partitions with something to write.
    dirty: Vec<(usize, usize)>,
    /// Connections with something to send or to move up.
    touched: Vec<usize>,
}

/// Serves on loopback until the process is killed. Data lies in `dir`, which must be empty.
pub fn serve(port: u16, dir: PathBuf) -> io::Result<()> {
    std::fs::create_dir_all(&dir)?;
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    listener.set_nonblocking(true)?;
    let epoll = Epoll::new()?;
    epoll.add(&listener, LISTENER)?;
    let topics = Topics { dir, port, list: Vec::new(), producers: 0 };
    let mut server =
        Server { epoll, topics, connections: Vec::new(), dirty: Vec::new(), touched: Vec::new() };
    let mut ready = vec![Ready::NONE; 1024];
    loop {
        let timeout_ms = server.next_deadline_ms();
        let epoll = &server.epoll;
        let found: Vec<Ready> = epoll.wait(&mut ready, timeout_ms)?.to_vec();
        for event in &found {
            if event.token() == LISTENER {
                server.accept(&listener)?;
            } else if let Err(error) = server.on_ready(event.token(), event.is_readable()) {
                if !matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset) {
                    eprintln!("bare: {error}");
                }
                server.connections[event.token()] = None;
            }
        }
        server.end_turn()?;
    }
}

impl Server {
    fn accept(&mut self, listener: &TcpListener) -> io::Result<()> {
        while let Ok((stream, _)) = listener.accept() {
            stream.set_nonblocking(true)?;
            stream.set_nodelay(true)?;
            let token = self.connections.iter().position(Option::is_none).unwrap_or(self.connections.len());
            self.epoll.add(&stream, token)?;
            let connection = Some(Connection {
                stream,
                input: vec![0; INPUT_SIZE],
                filled: 0,
                consumed: 0,
                out: Vec::new(),
                sent: 0,
                ranges: VecDeque::new(),
                waits_for_room: false,
                waiting: None,
            });
            match self.connections.get_mut(token) {
                Some(place) => *place = connection,
                None => self.connections.push(connection),
            }
        }
        Ok(())
    }

    fn on_ready(&mut self, token: usize, is_readable: bool) -> io::Result<()> {
        let Some(Some(connection)) = self.connections.get_mut(token) else { return Ok(()) };
        self.touched.push(token);
        if !is_readable {
            return Ok(());
        }
        match connection.stream.read(&mut connection.input[connection.filled..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => connection.filled += read,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
            Err(error) => return Err(error),
        }
        while let Some(size) = connection.input[connection.consumed..connection.filled].first_chunk() {
            let size = u32::from_be_bytes(*size) as usize;
            let from = connection.consumed + 4;
            if connection.filled - from < size {
                if connection.input.len() < size + 4 {
                    connection.input.resize(size + 4, 0);
                }
                break;
            }
            handle(&mut self.topics, &mut self.dirty, connection, token, from..from + size)?;
            connection.consumed = from + size;
        }
        Ok(())
    }

    /// Writes, answers whoever waited for what was written, sends, and moves up what is not consumed.
    fn end_turn(&mut self) -> io::Result<()> {
        let mut woken = Vec::new();
        for (topic, partition) in self.dirty.drain(..) {
            let partition = &mut self.topics.list[topic].partitions[partition];
            let connections = &self.connections;
            partition.write(|connection, at, len| match &connections[connection] {
                Some(connection) => &connection.input[at..at + len],
                None => &[],
            })?;
            woken.append(&mut partition.waiting);
        }
        for token in 0..self.connections.len() {
            let waiting = self.connections[token].as_ref().and_then(|connection| connection.waiting.as_ref());
            if waiting.is_some_and(|&(_, deadline)| deadline <= clock::now()) {
                woken.push(token);
            }
        }
        for token in woken {
            let Some(Some(connection)) = self.connections.get_mut(token) else { continue };
            let Some((frame, _)) = connection.waiting.take() else { continue };
            fetch(&mut self.topics, connection, token, &frame, true)?;
            self.touched.push(token);
        }
        for token in std::mem::take(&mut self.touched) {
            let Some(Some(connection)) = self.connections.get_mut(token) else { continue };
            if connection.send(&self.epoll, token).is_err() {
                self.connections[token] = None;
                continue;
            }
            connection.input.copy_within(connection.consumed..connection.filled, 0);
            connection.filled -= connection.consumed;
            connection.consumed = 0;
        }
        Ok(())
    }

    fn next_deadline_ms(&self) -> i32 {
        let deadlines = self
            .connections
            .iter()
            .flatten()
            .filter_map(|connection| connection.waiting.as_ref())
            .map(|&(_, at)| at);
        deadlines.min().map_or(-1, |at| (at.saturating_sub(clock::now()) / 1_000_000) as i32 + 1)
    }
}

/// Handles the frame at a place of a connection's input.
fn handle(
    topics: &mut Topics,
    dirty: &mut Vec<(usize, usize)>,
    connection: &mut Connection,
    token: usize,
    frame: std::ops::Range<usize>,
) -> io::Result<()> {
    let key = connection.input[frame.clone()].first_chunk().map(|key| i16::from_be_bytes(*key));
    match key.and_then(|key| ApiKey::try_from(key).ok()) {
        Some(ApiKey::Produce) => produce(topics, dirty, connection, token, frame),
        Some(ApiKey::Fetch) => {
            let frame = connection.input[frame].to_vec();
            fetch(topics, connection, token, &frame, false)
        }
        _ => requests::answer(topics, &connection.input[frame], &mut connection.out),
    }
}

fn produce(
    topics: &mut Topics,
    dirty: &mut Vec<(usize, usize)>,
    connection: &mut Connection,
    token: usize,
    frame: std::ops::Range<usize>,
) -> io::Result<()> {
    let bytes = &connection.input[frame];
    let mut reader = Reader::new(bytes);
    let header = RequestHeader::decode(&mut reader).map_err(io::Error::other)?;
    let request = ProduceRequestView::decode(&mut reader, header.version).map_err(io::Error::other)?;
    let topic = request.topic_data.iter().next().ok_or_else(|| io::Error::other("no topic"))?;
    let row = topic.partition_data.iter().next().ok_or_else(|| io::Error::other("no partition"))?;
    let batch =
        BatchView::parse(row.records.unwrap_or_default()).map_err(|_| io::Error::other("no batch"))?;
    batch.check_crc().map_err(|_| io::Error::other("a batch with another CRC"))?;
    let (id, topic_id, partition) = (header.correlation_id, topic.topic_id, row.index);
    let (at, len) = (batch.bytes().as_ptr() as usize - connection.input.as_ptr() as usize, batch.total_len());
    let record_count = batch.record_count();
    let (topic, number, found) = topics.of_id(topic_id, partition)?;
    let (base_offset, is_first) = found.queue(&mut connection.input[at..at + len], record_count, token, at);
    if is_first {
        dirty.push((topic, number));
    }
    let out = &mut connection.out;
    let from = requests::begin(out, ApiKey::Produce, PRODUCE_VERSION, id);
    let row = ProduceRow { index: partition, base_offset, log_start_offset: 0, ..ProduceRow::default() };
    let written = ProduceResponseWriter::begin(out, PRODUCE_VERSION, 1).and_then(|mut writer| {
        writer.topic(out, "", topic_id, 1)?;
        writer.partition(out, &row)?;
        writer.end(out, 0, &[])
    });
    written.map_err(io::Error::other)?;
    requests::end(out, from, 0);
    Ok(())
}

/// Answers a fetch, or lets it wait for bytes.
fn fetch(
    topics: &mut Topics,
    connection: &mut Connection,
    token: usize,
    frame: &[u8],
    is_last: bool,
) -> io::Result<()> {
    let mut reader = Reader::new(frame);
    let header = RequestHeader::decode(&mut reader).map_err(io::Error::other)?;
    let version = header.version;
    let request = FetchRequestView::decode(&mut reader, version).map_err(io::Error::other)?;
    let topic = request.topics.iter().next().ok_or_else(|| io::Error::other("no topic"))?;
    let mut left = request.max_bytes.max(0) as u64;
    let mut rows = Vec::new();
    for wanted in topic.partitions {
        let (_, _, partition) = topics.of_id(topic.topic_id, wanted.partition)?;
        let max = left.min(wanted.partition_max_bytes.max(0) as u64);
        let (file, position, len) = partition.locate(wanted.fetch_offset, max)?;
        left -= len as u64;
        rows.push((wanted.partition, partition.end(), file, position, len));
    }
    let is_empty = rows.iter().all(|&(.., len)| len == 0);
    if is_empty && !is_last && request.max_wait_ms > 0 {
        for wanted in topic.partitions {
            let (_, _, partition) = topics.of_id(topic.topic_id, wanted.partition)?;
            if !partition.waiting.contains(&token) {
                partition.waiting.push(token);
            }
        }
        let deadline = clock::now() + request.max_wait_ms as u64 * 1_000_000;
        connection.waiting = Some((frame.to_vec(), deadline));
        return Ok(());
    }
    let out = &mut connection.out;
    let from = requests::begin(out, ApiKey::Fetch, version, header.correlation_id);
    let mut beside = 0;
    let mut writer = FetchResponseWriter::begin(out, version, 0, 0, 0, 1).map_err(io::Error::other)?;
    writer.topic(out, "", topic.topic_id, rows.len()).map_err(io::Error::other)?;
    for (partition_index, end, file, position, len) in rows {
        let row = FetchRow {
            partition_index,
            high_watermark: end,
            last_stable_offset: end,
            log_start_offset: 0,
            ..FetchRow::default()
        };
        let at = writer.partition(out, &row, Some(len)).map_err(io::Error::other)?;
        if len > 0 {
            connection.ranges.push_back(Range { at, file, position, len });
            beside += len;
        }
    }
    writer.end(out, &[]).map_err(io::Error::other)?;
    requests::end(out, from, beside);
    Ok(())
}

impl Connection {
    /// Sends what there is, as far as there is room.
    fn send(&mut self, epoll: &Epoll, token: usize) -> io::Result<()> {
        let sent = self.send_all();
        let is_full = matches!(&sent, Err(error) if error.kind() == io::ErrorKind::WouldBlock);
        if self.waits_for_room != is_full {
            self.waits_for_room = is_full;
            epoll.watch_room(&self.stream, token, is_full)?;
        }
        if is_full { Ok(()) } else { sent }
    }

    fn send_all(&mut self) -> io::Result<()> {
        loop {
            let until = self.ranges.front().map_or(self.out.len(), |range| range.at);
            while self.sent < until {
                self.sent += sys::send(&self.stream, &self.out[self.sent..until], !self.ranges.is_empty())?;
            }
            let Some(range) = self.ranges.front_mut() else { break };
            while range.len > 0 {
                let sent = sys::send_file(&self.stream, &range.file, range.position, range.len)?;
                if sent == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                range.position += sent as u64;
                range.len -= sent;
            }
            self.ranges.pop_front();
        }
        self.out.clear();
        self.sent = 0;
        Ok(())
    }
}

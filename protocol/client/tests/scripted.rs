//! The connection against a listener that follows a script.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use client::{Connection, Error, FetchOptions, ProduceOptions, unpack_records};
use protocol::client::api_versions::{ApiVersion, ApiVersionsRequest, ApiVersionsResponse};
use protocol::client::fetch::{FetchRequest, FetchResponse, FetchableTopicResponse, PartitionData};
use protocol::client::metadata::{MetadataRequest, MetadataResponse};
use protocol::client::produce::{
    PartitionProduceResponse, ProduceRequest, ProduceResponse, TopicProduceResponse,
};
use protocol::compress::{Codec, Compression};
use protocol::header::{RequestHeader, put_response_header};
use protocol::records::{BatchBuilder, EndTxnMarker, Header};
use protocol::{ApiKey, Message, Offset, ProducerEpoch, ProducerId, Reader, Timestamp};

const PATIENCE: Duration = Duration::from_secs(20);

/// Runs `script` on the first connection.
fn broker(script: impl FnOnce(TcpStream) + Send + 'static) -> (SocketAddr, thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    (address, thread::spawn(move || script(listener.accept().unwrap().0)))
}

fn connect(address: SocketAddr) -> Connection {
    Connection::connect(address, "scripted", PATIENCE).unwrap()
}

fn read_frame(stream: &mut TcpStream) -> Vec<u8> {
    let mut size = [0; 4];
    stream.read_exact(&mut size).unwrap();
    let mut frame = vec![0; u32::from_be_bytes(size) as usize];
    stream.read_exact(&mut frame).unwrap();
    frame
}

fn answer<'a>(key: ApiKey, version: i16, correlation_id: i32, body: &impl Message<'a>) -> Vec<u8> {
    let mut frame = vec![0; 4];
    put_response_header(&mut frame, key, version, correlation_id);
    body.encode(&mut frame, version).unwrap();
    let size = (frame.len() - 4) as u32;
    frame[..4].copy_from_slice(&size.to_be_bytes());
    frame
}

/// Answers ApiVersions with these ranges.
fn serve_versions(stream: &mut TcpStream, ranges: &[(ApiKey, i16, i16)]) {
    let frame = read_frame(stream);
    let header = RequestHeader::decode(&mut Reader::new(&frame)).unwrap();
    assert_eq!((header.key, header.version), (ApiKey::ApiVersions.code(), 3));
    let api_keys = ranges.iter().map(|&(key, min_version, max_version)| ApiVersion {
        api_key: key.code(),
        min_version,
        max_version,
    });
    let body = ApiVersionsResponse { api_keys: api_keys.collect(), ..ApiVersionsResponse::default() };
    stream.write_all(&answer(ApiKey::ApiVersions, 3, header.correlation_id, &body)).unwrap();
}

#[test]
fn a_call_carries_client_id_and_correlation_and_decodes_the_answer() {
    let (address, broker) = broker(|mut stream| {
        for expected in 0..3 {
            let frame = read_frame(&mut stream);
            let mut reader = Reader::new(&frame);
            let header = RequestHeader::decode(&mut reader).unwrap();
            assert_eq!(header.client_id.and_then(|id| id.to_str()), Some("scripted"));
            assert_eq!((header.correlation_id, header.version), (expected, 12));
            let request = MetadataRequest::decode(&mut reader, 12).unwrap();
            assert!(request.allow_auto_topic_creation);
            let body = MetadataResponse { controller_id: 40 + expected, ..MetadataResponse::default() };
            // In pieces, since a socket may give them so.
            for piece in answer(ApiKey::Metadata, 12, expected, &body).chunks(3) {
                stream.write_all(piece).unwrap();
            }
        }
    });
    let mut connection = connect(address);
    for expected in 0..3 {
        let request = MetadataRequest { allow_auto_topic_creation: true, ..MetadataRequest::default() };
        assert_eq!(connection.call(&request, 12).unwrap().controller_id, 40 + expected);
    }
    broker.join().unwrap();
}

#[test]
fn pipelined_answers_come_in_order_and_belong_to_their_requests() {
    let (address, broker) = broker(|mut stream| {
        let mut answers = Vec::new();
        for correlation_id in 0..10 {
            read_frame(&mut stream);
            let body = MetadataResponse { controller_id: correlation_id, ..MetadataResponse::default() };
            answers.extend(answer(ApiKey::Metadata, 9, correlation_id, &body));
        }
        stream.write_all(&answers).unwrap();
    });
    let mut connection = connect(address);
    for correlation_id in 0..10 {
        assert_eq!(connection.send(&MetadataRequest::default(), 9).unwrap(), correlation_id);
    }
    assert_eq!(connection.pending(), 10);
    let wrong = connection.recv::<FetchRequest<'_>>().unwrap_err();
    assert!(matches!(wrong, Error::Api { pending: (ApiKey::Metadata, 9) }));
    for correlation_id in 0..10 {
        assert_eq!(connection.recv::<MetadataRequest<'_>>().unwrap().controller_id, correlation_id);
    }
    assert!(matches!(connection.recv::<MetadataRequest<'_>>().unwrap_err(), Error::NothingPending));
    broker.join().unwrap();
}

#[test]
fn an_answer_to_another_request_is_an_error() {
    let (address, broker) = broker(|mut stream| {
        read_frame(&mut stream);
        stream.write_all(&answer(ApiKey::Metadata, 9, 7, &MetadataResponse::default())).unwrap();
    });
    let error = connect(address).call(&MetadataRequest::default(), 9).unwrap_err();
    assert!(matches!(error, Error::Correlation { expected: 0, found: 7 }));
    broker.join().unwrap();
}

#[test]
fn announced_lengths_are_bounded_and_allocate_nothing() {
    for (announced, bound) in [(-1, 1000), (i32::MIN, 1000), (1001, 1000), (i32::MAX, 128 << 20)] {
        let (address, broker) = broker(move |mut stream| {
            read_frame(&mut stream);
            stream.write_all(&i32::to_be_bytes(announced)).unwrap();
            let _ = stream.read(&mut [0]);
        });
        let mut connection = connect(address);
        connection.set_frame_size_max(bound);
        let error = connection.call(&MetadataRequest::default(), 9).unwrap_err();
        assert!(matches!(error, Error::FrameSize(size) if size == announced), "{error}");
        drop(connection);
        broker.join().unwrap();
    }
    // Within the bound, but never coming.
    let (address, broker) = broker(|mut stream| {
        read_frame(&mut stream);
        stream.write_all(&100_000_000i32.to_be_bytes()).unwrap();
    });
    assert!(matches!(connect(address).call(&MetadataRequest::default(), 9), Err(Error::Closed)));
    broker.join().unwrap();
}

#[test]
fn silence_ends_in_a_timeout_and_a_closed_socket_says_so() {
    let (address, silent) = broker(|mut stream| {
        read_frame(&mut stream);
        let _ = stream.read(&mut [0]);
    });
    let mut connection = Connection::connect(address, "scripted", Duration::from_millis(50)).unwrap();
    let start = Instant::now();
    assert!(matches!(connection.call(&MetadataRequest::default(), 9), Err(Error::Timeout)));
    assert!(start.elapsed() < PATIENCE);
    drop(connection);
    silent.join().unwrap();

    let (address, closing) = broker(|mut stream| drop(read_frame(&mut stream)));
    assert!(matches!(connect(address).call(&MetadataRequest::default(), 9), Err(Error::Closed)));
    closing.join().unwrap();
}

#[test]
fn raw_bytes_go_out_as_they_are_and_frames_come_back_raw() {
    let (address, broker) = broker(|mut stream| {
        let mut bytes = [0; 9];
        stream.read_exact(&mut bytes).unwrap();
        assert_eq!(&bytes, b"GET / HTT");
        assert_eq!(read_frame(&mut stream), b"frame");
        stream.write_all(b"\0\0\0\x02hi\0\0\0\0").unwrap();
    });
    let mut connection = connect(address);
    connection.send_bytes(b"GET / HTT").unwrap();
    connection.send_frame(b"frame").unwrap();
    assert_eq!(connection.recv_frame().unwrap(), b"hi");
    assert_eq!(connection.recv_frame().unwrap(), b"");
    broker.join().unwrap();
}

#[test]
fn versions_are_asked_once_and_the_highest_common_one_is_taken() {
    let (address, broker) = broker(|mut stream| {
        serve_versions(
            &mut stream,
            &[(ApiKey::Metadata, 0, 99), (ApiKey::Fetch, 90, 99), (ApiKey::Produce, 0, 9)],
        );
    });
    let mut connection = connect(address);
    assert_eq!(connection.version(ApiKey::Metadata, i16::MAX).unwrap(), ApiKey::Metadata.info().max);
    assert_eq!(connection.version(ApiKey::Produce, i16::MAX).unwrap(), 9);
    assert_eq!(connection.version(ApiKey::Produce, 7).unwrap(), 7);
    assert!(matches!(connection.version(ApiKey::Fetch, i16::MAX), Err(Error::NoVersion(ApiKey::Fetch))));
    assert!(matches!(
        connection.version(ApiKey::Heartbeat, i16::MAX),
        Err(Error::NoVersion(ApiKey::Heartbeat))
    ));
    assert_eq!(connection.versions().unwrap().range(ApiKey::Metadata), Some((0, 99)));
    broker.join().unwrap();
}

#[test]
fn a_broker_that_does_not_know_our_api_versions_is_asked_again_in_its_own() {
    let (address, broker) = broker(|mut stream| {
        let refused = ApiVersionsResponse { error_code: 35, ..ApiVersionsResponse::default() };
        read_frame(&mut stream);
        stream.write_all(&answer(ApiKey::ApiVersions, 0, 0, &refused)).unwrap();
        let frame = read_frame(&mut stream);
        let header = RequestHeader::decode(&mut Reader::new(&frame)).unwrap();
        assert_eq!((header.version, header.correlation_id), (0, 1));
        let api_keys = vec![ApiVersion { api_key: 3, min_version: 1, max_version: 4 }];
        let body = ApiVersionsResponse { api_keys, ..ApiVersionsResponse::default() };
        stream.write_all(&answer(ApiKey::ApiVersions, 0, 1, &body)).unwrap();
    });
    let mut connection = connect(address);
    assert_eq!(connection.version(ApiKey::Metadata, i16::MAX).unwrap(), 4);
    broker.join().unwrap();
}

#[test]
fn produce_names_its_partition_and_reports_offset_or_error() {
    let (address, broker) = broker(|mut stream| {
        serve_versions(&mut stream, &[(ApiKey::Produce, 0, 13)]);
        for (error_code, base_offset) in [(0, 17), (87, -1)] {
            let frame = read_frame(&mut stream);
            let mut reader = Reader::new(&frame);
            let header = RequestHeader::decode(&mut reader).unwrap();
            assert_eq!(header.version, 12, "the last one that names topics");
            let request = ProduceRequest::decode(&mut reader, 12).unwrap();
            assert_eq!((request.acks, request.timeout_ms), (1, 30_000));
            assert_eq!(request.topic_data[0].name, "t");
            assert_eq!(request.topic_data[0].partition_data[0].index, 3);
            assert_eq!(request.topic_data[0].partition_data[0].records.as_deref(), Some(&b"batch"[..]));
            let partition = PartitionProduceResponse {
                index: 3,
                error_code,
                base_offset,
                error_message: (error_code != 0).then(|| "why".into()),
                ..PartitionProduceResponse::default()
            };
            let topic = TopicProduceResponse {
                name: "t".into(),
                partition_responses: vec![partition],
                ..TopicProduceResponse::default()
            };
            let body = ProduceResponse { responses: vec![topic], ..ProduceResponse::default() };
            stream.write_all(&answer(ApiKey::Produce, 12, header.correlation_id, &body)).unwrap();
        }
        let frame = read_frame(&mut stream);
        assert_eq!(RequestHeader::decode(&mut Reader::new(&frame)).unwrap().correlation_id, 3);
    });
    let mut connection = connect(address);
    let options = ProduceOptions { acks: 1, ..ProduceOptions::default() };
    assert_eq!(connection.produce("t", 3, b"batch", &options).unwrap().base_offset, Offset(17));
    let error = connection.produce("t", 3, b"batch", &options).unwrap_err();
    assert_eq!(error.code(), Some(87));
    assert_eq!(error.to_string(), "INVALID_RECORD (87): why");
    let unanswered = ProduceOptions { acks: 0, ..options };
    assert_eq!(connection.produce("t", 3, b"batch", &unanswered).unwrap().base_offset, Offset::NONE);
    assert_eq!(connection.pending(), 0);
    broker.join().unwrap();
}

/// Offsets 10 to 12 compressed, a marker at 13, 14 and 15 uncompressed.
fn log() -> Vec<u8> {
    let mut first = BatchBuilder::new(Offset(10)).compression(Compression::new(Codec::Lz4));
    for (key, timestamp) in [("a", 5), ("b", 4), ("c", 6)] {
        first.append(Timestamp(timestamp), Some(key.as_bytes()), None, []);
    }
    let marker = EndTxnMarker { commit: true, coordinator_epoch: 1 };
    let mut marker = BatchBuilder::end_txn(Timestamp(7), ProducerId(1), ProducerEpoch(0), marker);
    marker[7] = 13;
    let mut second = BatchBuilder::new(Offset(14));
    second.append(Timestamp(8), None, Some(b"d"), [Header { key: b"h", value: Some(b"v") }]);
    second.append(Timestamp(9), None, Some(b""), []);
    [first.finish(), marker, second.finish()].concat()
}

#[test]
fn fetch_gives_records_from_the_offset_on() {
    let (address, broker) = broker(|mut stream| {
        serve_versions(&mut stream, &[(ApiKey::Fetch, 4, 18)]);
        let frame = read_frame(&mut stream);
        let mut reader = Reader::new(&frame);
        let header = RequestHeader::decode(&mut reader).unwrap();
        let request = FetchRequest::decode(&mut reader, 12).unwrap();
        assert_eq!(request.topics[0].partitions[0].fetch_offset, 11);
        assert_eq!((request.isolation_level, request.session_epoch), (1, -1));
        let log = log();
        let partition = PartitionData {
            high_watermark: 16,
            records: Some((&log[..]).into()),
            ..PartitionData::default()
        };
        let topic = FetchableTopicResponse {
            topic: "t".into(),
            partitions: vec![partition],
            ..FetchableTopicResponse::default()
        };
        let body = FetchResponse { responses: vec![topic], ..FetchResponse::default() };
        stream.write_all(&answer(ApiKey::Fetch, 12, header.correlation_id, &body)).unwrap();
    });
    let options = FetchOptions { read_committed: true, ..FetchOptions::default() };
    let fetched = connect(address).fetch("t", 0, Offset(11), &options).unwrap();
    assert_eq!((fetched.high_watermark, fetched.next_offset), (Offset(16), Offset(16)));
    let offsets: Vec<_> = fetched.records.iter().map(|record| record.offset.0).collect();
    assert_eq!(offsets, [11, 12, 14, 15], "without the marker and what lies before");
    assert_eq!(fetched.records[0].key.as_deref(), Some(&b"b"[..]));
    assert_eq!(fetched.records[2].headers, [(b"h".to_vec(), Some(b"v".to_vec()))]);
    assert_eq!(fetched.records[3].timestamp, Timestamp(9));
    broker.join().unwrap();
}

#[test]
fn a_batch_cut_off_is_left_out_and_a_broken_one_is_an_error() {
    let log = log();
    for cut in 0..log.len() {
        let (records, next) = unpack_records(&log[..cut], Offset(10)).unwrap();
        assert!(records.len() <= 3 && next.0 <= 14);
    }
    for at in 70..log.len() {
        let mut flipped = log.clone();
        flipped[at] ^= 1;
        let _ = unpack_records(&flipped, Offset(10));
    }
    let mut flipped = log;
    flipped[80] ^= 1;
    assert!(matches!(unpack_records(&flipped, Offset(10)), Err(Error::Batch(_))));
    assert_eq!(unpack_records(b"", Offset(3)).unwrap(), (vec![], Offset(3)));
}

#[test]
fn api_versions_request_is_one_like_any_other() {
    let (address, broker) = broker(|mut stream| serve_versions(&mut stream, &[]));
    let request = ApiVersionsRequest { client_software_name: "x".into(), ..ApiVersionsRequest::default() };
    assert_eq!(connect(address).call(&request, 3).unwrap().error_code, 0);
    broker.join().unwrap();
}

//! Records with the frames around them, as Kafka's own serialisers wrote them, and rules that only single messages show.

use protocol::api::{self, ApiKey};
use protocol::client::fetch::{FetchRequest, ReplicaState};
use protocol::client::metadata::MetadataRequest;
use protocol::metadata::no_op_record::NoOpRecord;
use protocol::{DecodeError, EncodeError, Reader, group, metadata, share, storage, transaction};

use crate::{entries, hex, unhex};

#[test]
fn metadata_records_have_kafkas_frame() {
    for (text, version) in [
        ("01140000", 0),
        ("010c000266000700", 0),
        ("01050200000001000000000000000000000000000000020100050200000003", 2),
    ] {
        let bytes = unhex(text);
        let (record, found) = metadata::Record::decode_framed(&bytes).unwrap();
        assert_eq!(found, version);
        let mut out = Vec::new();
        record.clone().into_owned().encode_framed(&mut out, version).unwrap();
        assert_eq!(hex(&out), text);
        assert!(metadata::Record::version_max(record.type_id()).is_some());
    }
    let no_op = metadata::Record::from(NoOpRecord::default());
    assert_eq!(metadata::Record::decode_framed(&[1, 20, 0, 0]), Ok((no_op, 0)));
    for (bytes, error) in [
        (&[2, 20, 0, 0][..], DecodeError::UnknownFrame(2)),
        (&[1, 6, 0, 0], DecodeError::UnknownType(6)),
        (&[1, 0x80, 0x80, 0x04, 0], DecodeError::UnknownType(65_536)),
        (&[1, 20, 1, 0], DecodeError::UnsupportedVersion(1)),
        (&[1, 20, 0, 0, 0], DecodeError::TrailingBytes),
        (&[1, 20, 0], DecodeError::UnexpectedEnd),
    ] {
        assert_eq!(metadata::Record::decode_framed(bytes), Err(error));
    }

    let text = "01020002740000000000000000000000000000000200000003000000000100000000000000020100";
    let bytes = unhex(text);
    let (record, version) = storage::Record::decode_framed(&bytes).unwrap();
    let mut out = Vec::new();
    record.encode_framed(&mut out, version).unwrap();
    assert_eq!(hex(&out), text);
}

#[test]
fn coordinator_records_have_kafkas_frames() {
    macro_rules! check {
        ($family:ident, $key:literal, $value:literal, $version:literal) => {{
            let (key_bytes, value_bytes) = (unhex($key), unhex($value));
            let key = $family::Key::decode_framed(&key_bytes).unwrap();
            let (value, version) = $family::Value::decode_framed(key.type_id(), &value_bytes).unwrap();
            assert_eq!((version, value.type_id()), ($version, key.type_id()));
            let (mut key_again, mut value_again) = (Vec::new(), Vec::new());
            key.into_owned().encode_framed(&mut key_again).unwrap();
            value.into_owned().encode_framed(&mut value_again, version).unwrap();
            assert_eq!((hex(&key_again).as_str(), hex(&value_again).as_str()), ($key, $value));
        }};
    }
    check!(group, "000100016700017400000001", "00030000000000000009ffffffff00016d0000000000000005", 3);
    check!(group, "0003000167", "00000000000400", 0);
    check!(
        share,
        "00000001670000000000000000000000000000000200000001",
        "00000000000100000002000000030000000000000004000000000000000000000000000000000100",
        0
    );
    check!(
        transaction,
        "000000027478",
        "0000000000000000000100020000000300ffffffff00000000000000040000000000000005",
        0
    );
    check!(
        transaction,
        "000000027478",
        "0001000000000000000100020000000300000000000000000004000000000000000500",
        1
    );
    assert_eq!(group::Key::decode_framed(&[0, 9]), Err(DecodeError::UnknownType(9)));
    assert_eq!(group::Value::version_max(1), Some(4));
}

#[test]
fn api_table_and_messages_name_the_same_versions() {
    for info in ApiKey::all() {
        for kind in ["Request", "Response"] {
            let entry = entries::find(&format!("{}{kind}", info.name));
            assert_eq!((entry.first, entry.last), (info.min, info.max), "{}", info.name);
            for version in info.min..=info.max {
                assert_eq!((entry.flexible)(version), api::flexible(info.key, version), "{}", info.name);
            }
        }
    }
}

#[test]
fn a_value_that_the_version_cannot_carry_is_an_error_unless_it_may_be_dropped() {
    let mut request = FetchRequest { replica_id: 3, rack_id: "r".into(), ..Default::default() };
    assert_eq!(request.encode(&mut Vec::new(), 14), Ok(()));
    // The rack may be dropped.
    assert_eq!(request.encode(&mut Vec::new(), 10), Ok(()));
    assert_eq!(request.encode(&mut Vec::new(), 15), Err(EncodeError::Unsupported("replica_id")));
    request.replica_id = -1;
    request.replica_state = ReplicaState { replica_id: 3, replica_epoch: 1 };
    assert_eq!(request.encode(&mut Vec::new(), 15), Ok(()));
    assert_eq!(request.encode(&mut Vec::new(), 14), Err(EncodeError::Unsupported("replica_state")));
    // All topics are asked for by null from version 1 on, and by none in version 0.
    let all = MetadataRequest { topics: None, ..Default::default() };
    assert_eq!(all.encode(&mut Vec::new(), 1), Ok(()));
    assert_eq!(all.encode(&mut Vec::new(), 0), Err(EncodeError::Null("topics")));
}

#[test]
fn tags_are_read_as_kafka_reads_them() {
    let read = |version: i16, tags: &[u8]| {
        let mut bytes = Vec::new();
        FetchRequest::default().encode(&mut bytes, version).unwrap();
        assert_eq!(bytes.pop(), Some(0));
        bytes.extend_from_slice(tags);
        FetchRequest::decode(&mut Reader::new(&bytes), version).map(FetchRequest::into_owned)
    };
    let cluster_id = |version, tags| read(version, tags).map(|request| request.cluster_id);
    // Unknown ones are skipped, in any order.
    assert_eq!(cluster_id(15, &[2, 9, 3, 1, 2, 3, 0, 2, 2, b'a']), Ok(Some("a".into())));
    // The last of equal ones counts.
    assert_eq!(cluster_id(15, &[2, 0, 2, 2, b'a', 0, 2, 2, b'b']), Ok(Some("b".into())));
    // The size of a known one does not.
    assert_eq!(cluster_id(15, &[1, 0, 99, 2, b'a']), Ok(Some("a".into())));
    // One of a later version is refused.
    let state = [1, 1, 13, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0];
    assert_eq!(read(14, &state), Err(DecodeError::InvalidTag));
    assert_eq!(read(15, &state).unwrap().replica_state, ReplicaState { replica_id: 1, replica_epoch: 2 });
    // A size beyond the end is refused.
    assert_eq!(cluster_id(15, &[1, 9, 3, 1, 2]), Err(DecodeError::UnexpectedEnd));
}

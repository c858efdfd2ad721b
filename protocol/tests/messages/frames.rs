//! Traffic of real clients with Apache Kafka.

use std::collections::BTreeSet;

use protocol::Reader;
use protocol::api::ApiKey;
use protocol::header::{RequestHeader, put_request_header, put_response_header, read_response_header};

use crate::{data, entries, hex, unhex};

/// One request and what answered it, header included, size not.
pub struct Exchange {
    pub client: String,
    pub key: ApiKey,
    pub version: i16,
    pub request: Vec<u8>,
    pub response: Option<Vec<u8>>,
}

pub fn exchanges() -> Vec<Exchange> {
    let text = data("frames.jsonl.gz");
    text.lines()
        .map(|line| {
            let json: serde_json::Value = serde_json::from_str(line).unwrap();
            Exchange {
                client: json["client"].as_str().unwrap().into(),
                key: ApiKey::try_from(json["key"].as_i64().unwrap() as i16).unwrap(),
                version: json["version"].as_i64().unwrap() as i16,
                request: unhex(json["request"].as_str().unwrap()),
                response: json["response"].as_str().map(unhex),
            }
        })
        .collect()
}

#[test]
fn captured_requests_and_responses_decode_and_encode_byte_for_byte() {
    let all = exchanges();
    assert!(all.len() > 1000);
    let mut with_rest = BTreeSet::new();
    for one in &all {
        let what = format!("{} v{} of {}", one.key.name(), one.version, one.client);
        let r = &mut Reader::new(&one.request);
        let header = RequestHeader::decode(r).expect(&what);
        assert_eq!((header.key, header.version), (one.key.code(), one.version));
        let mut again = Vec::new();
        let client_id = header.client_id.map(|id| id.to_str().unwrap());
        put_request_header(&mut again, one.key, one.version, header.correlation_id, client_id).unwrap();
        let entry = entries::find(&format!("{}Request", one.key.name()));
        let (rest, body) = (entry.again)(r.rest(), one.version).expect(&what);
        if rest > 0 {
            with_rest.insert(what.clone());
        }
        again.extend(body.expect(&what));
        let read = &one.request[..one.request.len() - rest];
        assert_eq!(hex(&again), hex(read), "{what}");

        let Some(response) = &one.response else { continue };
        let r = &mut Reader::new(response);
        let correlation_id = read_response_header(r, one.key, one.version).expect(&what);
        assert_eq!(correlation_id, header.correlation_id, "{what}");
        let mut again = Vec::new();
        put_response_header(&mut again, one.key, one.version, correlation_id);
        let entry = entries::find(&format!("{}Response", one.key.name()));
        let (rest, body) = (entry.again)(r.rest(), one.version).expect(&what);
        assert_eq!(rest, 0, "{what}");
        again.extend(body.expect(&what));
        assert_eq!(hex(&again), hex(response), "{what}");
    }
    // librdkafka writes a field of older versions at the end of these two; Kafka ignores what follows a body.
    let client = "librdkafka (confluent-kafka python) 2.16.0";
    let expected =
        ["AlterUserScramCredentials v0", "Metadata v13"].map(|request| format!("{request} of {client}"));
    assert_eq!(Vec::from_iter(with_rest), expected);
}

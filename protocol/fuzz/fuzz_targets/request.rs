//! A frame from the network: header and body of any request.
#![no_main]

mod entries;

use libfuzzer_sys::fuzz_target;
use protocol::Reader;
use protocol::api::ApiKey;
use protocol::client::fetch::{FetchRequest, FetchRequestView};
use protocol::client::produce::{ProduceRequest, ProduceRequestView};
use protocol::header::RequestHeader;

fuzz_target!(|bytes: &[u8]| {
    let r = &mut Reader::new(bytes);
    let Ok(header) = RequestHeader::decode(r) else { return };
    let Ok(key) = ApiKey::try_from(header.key) else { return };
    let (body, version) = (r.rest(), header.version);
    let name = format!("{}Request", key.name());
    let (_, check) = entries::ENTRIES.iter().find(|(one, _)| *one == name).expect("every API has a request");
    check(body, version);
    match key {
        ApiKey::Produce => {
            let view = ProduceRequestView::decode(&mut Reader::new(body), version);
            let full = ProduceRequest::decode(&mut Reader::new(body), version);
            assert_eq!(view.map(shown), full.map(shown));
        }
        ApiKey::Fetch => {
            let view = FetchRequestView::decode(&mut Reader::new(body), version);
            let full = FetchRequest::decode(&mut Reader::new(body), version);
            assert_eq!(view.map(shown), full.map(shown));
        }
        _ => {}
    }
});

fn shown(value: impl std::fmt::Debug) -> String {
    format!("{value:?}").replace("View {", " {")
}

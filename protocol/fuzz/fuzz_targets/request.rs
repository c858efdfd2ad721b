//! A frame from the network: header and body of any request.
#![no_main]

mod entries;

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use protocol::api::ApiKey;
use protocol::client::fetch::{FetchRequest, FetchRequestView};
use protocol::client::produce::{ProduceRequest, ProduceRequestView};
use protocol::header::RequestHeader;
use protocol::{DecodeError, Reader};

fuzz_target!(|bytes: &[u8]| {
    let r = &mut Reader::new(bytes);
    let Ok(header) = RequestHeader::decode(r) else { return };
    let Ok(key) = ApiKey::try_from(header.key) else { return };
    let (body, version) = (r.rest(), header.version);
    let name = format!("{}Request", key.name());
    let (_, check) = entries::ENTRIES.iter().find(|(one, _)| *one == name).expect("every API has a request");
    check(body, version);
    match key {
        ApiKey::Produce => agree(body, version, ProduceRequestView::decode, ProduceRequest::decode),
        ApiKey::Fetch => agree(body, version, FetchRequestView::decode, FetchRequest::decode),
        _ => {}
    }
});

/// A view reads what full decoding reads, stops where it stops, refuses for the same reason, and allocates nothing.
fn agree<'a, V: Debug, T: Debug>(
    body: &'a [u8],
    version: i16,
    view: impl Fn(&mut Reader<'a>, i16) -> Result<V, DecodeError>,
    full: impl Fn(&mut Reader<'a>, i16) -> Result<T, DecodeError>,
) {
    let (view_reader, full_reader) = (&mut Reader::new(body), &mut Reader::new(body));
    let (view, allocations, _) = entries::counted(|| view(view_reader, version));
    assert_eq!(allocations, 0);
    let full = full(full_reader, version);
    if full.is_ok() {
        assert_eq!(view_reader.remaining(), full_reader.remaining());
    }
    assert_eq!(view.map(shown), full.map(shown));
}

fn shown(value: impl Debug) -> String {
    format!("{value:?}").replace("View {", " {")
}

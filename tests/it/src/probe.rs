//! Asks an endpoint whether it serves: two raw requests and as little of their answers as that takes.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// ApiVersions version 0, correlation 1, client id "p".
const API_VERSIONS: &[u8] = b"\0\x12\0\0\0\0\0\x01\0\x01p";
/// Metadata version 1, correlation 1, client id "p", no topics.
const METADATA: &[u8] = b"\0\x03\0\x01\0\0\0\x01\0\x01p\0\0\0\0";

/// Sends one frame and returns the answer's body, without its correlation id.
pub fn ask(address: SocketAddr, request: &[u8], patience: Duration) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect_timeout(&address, patience)?;
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    stream.write_all(&(request.len() as u32).to_be_bytes())?;
    stream.write_all(request)?;
    let mut size = [0; 4];
    stream.read_exact(&mut size)?;
    let size = u32::from_be_bytes(size) as usize;
    if !(4..1 << 20).contains(&size) {
        return Err(std::io::Error::other(format!("an answer of {size} bytes")));
    }
    let mut answer = vec![0; size];
    stream.read_exact(&mut answer)?;
    Ok(answer.split_off(4))
}

/// Whether the endpoint answers ApiVersions without an error.
pub fn answers(address: SocketAddr) -> bool {
    ask(address, API_VERSIONS, Duration::from_secs(2)).is_ok_and(|body| body.starts_with(&[0, 0]))
}

/// Whether it also lists at least one broker.
pub fn serves(address: SocketAddr) -> bool {
    answers(address)
        && ask(address, METADATA, Duration::from_secs(2))
            .is_ok_and(|body| body.len() > 4 && body[..4] != [0; 4])
}

/// The log end offset of partition 0 of a topic, by ListOffsets version 1; `None` while there is no such answer.
pub fn end_offset(address: SocketAddr, topic: &str) -> Option<i64> {
    end_offset_of(address, topic, 0)
}

/// The same of any partition.
pub fn end_offset_of(address: SocketAddr, topic: &str, partition: i32) -> Option<i64> {
    let mut request = b"\0\x02\0\x01\0\0\0\x01\0\x01p\xff\xff\xff\xff\0\0\0\x01".to_vec();
    request.extend(u16::try_from(topic.len()).ok()?.to_be_bytes());
    request.extend(topic.as_bytes());
    request.extend(b"\0\0\0\x01");
    request.extend(partition.to_be_bytes());
    request.extend(b"\xff\xff\xff\xff\xff\xff\xff\xff");
    let body = ask(address, &request, Duration::from_secs(2)).ok()?;
    // The row ends the body: error code, timestamp, offset.
    let row = body.len().checked_sub(18).map(|at| &body[at..])?;
    let (error, offset) = (&row[..2], row[10..].try_into().ok()?);
    (error == [0, 0]).then_some(i64::from_be_bytes(offset))
}

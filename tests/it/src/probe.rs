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

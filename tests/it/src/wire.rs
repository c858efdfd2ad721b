//! Bytes to a socket and what becomes of them: an answer, an end, or silence. Knows frames by their length only.
//!
//! Whatever a test sends here may be nonsense, so nothing in this file expects the other side to be pleased.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// How long an answer or an end may take before a test calls it missing.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// What became of a connection after bytes were sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// One frame came, here without its length.
    Answered(Vec<u8>),
    /// The other side closed without an answer.
    Closed,
    /// Neither within the time given.
    Silent,
}

impl Outcome {
    /// One letter: `a` answered, `c` closed, `s` silent.
    pub fn letter(&self) -> char {
        match self {
            Outcome::Answered(_) => 'a',
            Outcome::Closed => 'c',
            Outcome::Silent => 's',
        }
    }
}

/// Connects, with all waits bounded.
pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect_timeout(&address, PATIENCE).expect("it listens");
    stream.set_nodelay(true).expect("a socket option");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket option");
    stream.set_write_timeout(Some(PATIENCE)).expect("a socket option");
    stream
}

/// Connects and sends; that the other side may close meanwhile is no failure.
pub fn send(address: SocketAddr, bytes: &[u8]) -> TcpStream {
    let mut stream = connect(address);
    let _ = stream.write_all(bytes);
    stream
}

/// The next frame, the end, or silence until `deadline`.
pub fn outcome(stream: &mut TcpStream, deadline: Instant) -> Outcome {
    let mut size = [0; 4];
    if let Some(end) = fill(stream, &mut size, deadline) {
        return end;
    }
    let size = u32::from_be_bytes(size) as usize;
    assert!((4..64 << 20).contains(&size), "an answer of {size} bytes");
    let mut body = Vec::new();
    while body.len() < size {
        let have = body.len();
        body.resize(size.min(have + (1 << 20)), 0);
        match fill(stream, &mut body[have..], deadline.max(Instant::now() + PATIENCE)) {
            None => {}
            Some(end) => panic!("{end:?} in the middle of an answer of {size} bytes"),
        }
    }
    Outcome::Answered(body)
}

/// Fills the slice; otherwise how it ended.
fn fill(stream: &mut TcpStream, mut into: &mut [u8], deadline: Instant) -> Option<Outcome> {
    while !into.is_empty() {
        let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        stream.set_read_timeout(Some(left)).expect("a socket option");
        match stream.read(into) {
            Ok(0) => return Some(Outcome::Closed),
            Ok(got) => into = &mut into[got..],
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return Some(Outcome::Silent);
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            // A reset is how an end looks when something sent was never read.
            Err(_) => return Some(Outcome::Closed),
        }
    }
    None
}

/// Sends on a connection of its own and says what became of it.
pub fn ask(address: SocketAddr, bytes: &[u8]) -> Outcome {
    outcome(&mut send(address, bytes), Instant::now() + PATIENCE)
}

/// A frame: its length, then the body.
pub fn frame(body: &[u8]) -> Vec<u8> {
    let size = u32::try_from(body.len()).expect("a frame is small");
    [&size.to_be_bytes()[..], body].concat()
}

/// Bytes from hexadecimal digits.
pub fn from_hex(text: &str) -> Vec<u8> {
    let digit = |c: u8| char::from(c).to_digit(16).expect("a hexadecimal digit") as u8;
    text.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

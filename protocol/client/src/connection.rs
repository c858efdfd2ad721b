//! The socket: frames out, frames in, and which answer belongs to which request.
//!
//! Invariants:
//! - Answers are taken in the order the requests were sent; each is checked against the request it is for.
//! - The receive buffer grows with the bytes that arrive, never with the length announced.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use protocol::client::api_versions::{ApiVersionsRequest, ApiVersionsResponse};
use protocol::header::{put_request_header, read_response_header};
use protocol::{ApiKey, Message, Reader, Request};

use crate::error::Error;

/// The largest frame taken unless set otherwise: the same as a broker's default for requests, and some.
pub const FRAME_SIZE_MAX: usize = 128 * 1024 * 1024;

/// What is asked of the socket at least, so that small answers that came together are read together.
const READ_SIZE_MIN: usize = 16 * 1024;
/// What is asked of it at most while less has arrived.
const READ_SIZE_MAX: usize = 256 * 1024;

/// One connection to one broker.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    client_id: Option<String>,
    timeout: Duration,
    frame_size_max: usize,
    next_correlation_id: i32,
    /// Requests sent and not answered: correlation id, API, version.
    pending: VecDeque<(i32, ApiKey, i16)>,
    out: Vec<u8>,
    /// Received bytes; those of the frame given out last are dropped at the next receive.
    input: Vec<u8>,
    consumed: usize,
    versions: Option<Versions>,
}

/// What a broker's ApiVersions lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    ranges: Vec<(i16, i16, i16)>,
}

impl Versions {
    /// Lowest and highest version of an API, as listed.
    #[must_use]
    pub fn range(&self, key: ApiKey) -> Option<(i16, i16)> {
        let listed = self.ranges.iter().find(|&&(listed, ..)| listed == key.code());
        listed.map(|&(_, min, max)| (min, max))
    }

    /// The highest version that the broker lists, we know, and the caller allows.
    #[must_use]
    pub fn highest(&self, key: ApiKey, at_most: i16) -> Option<i16> {
        let (min, max) = self.range(key)?;
        let info = key.info();
        let highest = max.min(info.max).min(at_most);
        (highest >= min.max(info.min)).then_some(highest)
    }
}

impl Connection {
    /// Connects. `timeout` bounds the connecting and then every wait for an answer.
    pub fn connect(address: impl ToSocketAddrs, client_id: &str, timeout: Duration) -> Result<Self, Error> {
        let mut failed = Error::Missing("address");
        for address in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, timeout) {
                Ok(stream) => return Self::over(stream, client_id, timeout),
                Err(error) => failed = error.into(),
            }
        }
        Err(failed)
    }

    /// Uses a socket that is connected already.
    pub fn over(stream: TcpStream, client_id: &str, timeout: Duration) -> Result<Self, Error> {
        stream.set_nodelay(true)?;
        let mut connection = Self {
            stream,
            client_id: Some(client_id.to_owned()),
            timeout,
            frame_size_max: FRAME_SIZE_MAX,
            next_correlation_id: 0,
            pending: VecDeque::new(),
            out: Vec::new(),
            input: Vec::new(),
            consumed: 0,
            versions: None,
        };
        connection.set_timeout(timeout)?;
        Ok(connection)
    }

    /// Changes how long an answer may take.
    pub fn set_timeout(&mut self, timeout: Duration) -> Result<(), Error> {
        // Zero would mean for ever.
        let timeout = timeout.max(Duration::from_millis(1));
        self.stream.set_read_timeout(Some(timeout))?;
        self.stream.set_write_timeout(Some(timeout))?;
        self.timeout = timeout;
        Ok(())
    }

    /// Changes the largest frame that is taken.
    pub fn set_frame_size_max(&mut self, size: usize) {
        self.frame_size_max = size;
    }

    /// The socket, for addresses and options.
    #[must_use]
    pub fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// How many requests wait for an answer.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Sends a request and waits for its answer, which borrows from the connection (`into_owned` frees it).
    pub fn call<'q, R: Request<'q>>(&mut self, request: &R, version: i16) -> Result<R::Response<'_>, Error> {
        self.send(request, version)?;
        self.recv::<R>()
    }

    /// Sends a request in the highest version that the broker lists and we know, asking for the list if need be.
    pub fn call_highest<'q, R: Request<'q>>(&mut self, request: &R) -> Result<R::Response<'_>, Error> {
        let version = self.version(R::KEY, i16::MAX)?;
        self.call(request, version)
    }

    /// Sends a request; its answer is to be taken by `recv` in its turn. Gives the correlation id.
    pub fn send<'q, R: Request<'q>>(&mut self, request: &R, version: i16) -> Result<i32, Error> {
        let correlation_id = self.send_unanswered(request, version)?;
        self.pending.push_back((correlation_id, R::KEY, version));
        Ok(correlation_id)
    }

    /// Sends a request that has no answer (Produce with acks 0) or whose answer will be taken by `recv_frame`.
    pub fn send_unanswered<'q, R: Request<'q>>(&mut self, request: &R, version: i16) -> Result<i32, Error> {
        let correlation_id = self.next_correlation_id;
        self.next_correlation_id = self.next_correlation_id.wrapping_add(1);
        self.out.clear();
        self.out.extend_from_slice(&[0; 4]);
        put_request_header(&mut self.out, R::KEY, version, correlation_id, self.client_id.as_deref())?;
        request.encode(&mut self.out, version)?;
        put_frame_size(&mut self.out);
        self.stream.write_all(&self.out)?;
        Ok(correlation_id)
    }

    /// Takes the answer to the oldest request that waits, which must be one of `R`.
    pub fn recv<'q, R: Request<'q>>(&mut self) -> Result<R::Response<'_>, Error> {
        let &(expected, key, version) = self.pending.front().ok_or(Error::NothingPending)?;
        if key != R::KEY {
            return Err(Error::Api { pending: (key, version) });
        }
        let frame = self.recv_into_buffer()?;
        self.pending.pop_front();
        let mut reader = Reader::new(&self.input[frame]);
        let found = read_response_header(&mut reader, key, version)?;
        if found != expected {
            return Err(Error::Correlation { expected, found });
        }
        // A broker that does not serve the version answers in version 0, so that whoever asked can read it.
        let mut fallback = reader;
        match <R::Response<'_> as Message<'_>>::decode(&mut reader, version) {
            Err(_) if key == ApiKey::ApiVersions && version > 0 => {
                Ok(<R::Response<'_> as Message<'_>>::decode(&mut fallback, 0)?)
            }
            decoded => Ok(decoded?),
        }
    }

    /// Sends these bytes as one frame, whatever they are.
    pub fn send_frame(&mut self, body: &[u8]) -> Result<(), Error> {
        self.out.clear();
        self.out.extend_from_slice(&[0; 4]);
        self.out.extend_from_slice(body);
        put_frame_size(&mut self.out);
        Ok(self.stream.write_all(&self.out)?)
    }

    /// Sends these bytes as they are, without a length before them.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        Ok(self.stream.write_all(bytes)?)
    }

    /// Takes the next frame, whatever it answers, without its length.
    pub fn recv_frame(&mut self) -> Result<&[u8], Error> {
        let frame = self.recv_into_buffer()?;
        Ok(&self.input[frame])
    }

    /// What the broker lists, asked once.
    pub fn versions(&mut self) -> Result<&Versions, Error> {
        if self.versions.is_none() {
            let request = ApiVersionsRequest {
                client_software_name: "corelog".into(),
                client_software_version: env!("CARGO_PKG_VERSION").into(),
                ..ApiVersionsRequest::default()
            };
            // Version 3 every broker of today knows; one that does not answers in version 0.
            let answer: ApiVersionsResponse<'_> = self.call(&request, 3)?;
            const UNSUPPORTED_VERSION: i16 = 35;
            let unsupported = answer.error_code == UNSUPPORTED_VERSION;
            let answer = if unsupported { self.call(&request, 0)? } else { answer };
            Error::of_code(answer.error_code, None)?;
            let ranges = answer.api_keys.iter().map(|api| (api.api_key, api.min_version, api.max_version));
            let ranges = ranges.collect();
            self.versions = Some(Versions { ranges });
        }
        self.versions.as_ref().ok_or(Error::Missing("list of versions"))
    }

    /// The highest version of an API that the broker lists, we know, and the caller allows.
    pub fn version(&mut self, key: ApiKey, at_most: i16) -> Result<i16, Error> {
        self.versions()?.highest(key, at_most).ok_or(Error::NoVersion(key))
    }

    /// Brings one whole frame into the buffer: where it lies, without its length.
    fn recv_into_buffer(&mut self) -> Result<std::ops::Range<usize>, Error> {
        let deadline = Instant::now() + self.timeout;
        self.input.drain(..self.consumed);
        self.consumed = 0;
        self.fill_to(4, deadline)?;
        let announced = i32::from_be_bytes(*self.input.first_chunk().expect("four bytes were read"));
        let size = usize::try_from(announced).ok().filter(|&size| size <= self.frame_size_max);
        let end = 4 + size.ok_or(Error::FrameSize(announced))?;
        self.fill_to(end, deadline)?;
        self.consumed = end;
        Ok(4..end)
    }

    fn fill_to(&mut self, end: usize, deadline: Instant) -> Result<(), Error> {
        while self.input.len() < end {
            if Instant::now() > deadline {
                return Err(Error::Timeout);
            }
            // Grown by what has arrived, at most doubling, so that an announced length alone costs nothing.
            let have = self.input.len();
            let step = (end - have).clamp(READ_SIZE_MIN, READ_SIZE_MAX.max(have));
            self.input.resize(have + step, 0);
            let read = self.stream.read(&mut self.input[have..]);
            self.input.truncate(have + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => return Err(Error::Closed),
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

fn put_frame_size(frame: &mut [u8]) {
    let size = (frame.len() - 4) as u32;
    frame[..4].copy_from_slice(&size.to_be_bytes());
}

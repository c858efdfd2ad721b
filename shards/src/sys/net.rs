//! Socket calls that never wait: receive, gathered send, sendfile, accept, and how a socket is set up.
//!
//! Invariants:
//! - no call here raises SIGPIPE or blocks; "would wait" comes back as `WouldBlock`;
//! - every descriptor made here is close-on-exec and non-blocking.

use std::io::{self, IoSlice};
use std::mem::{self, MaybeUninit};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use bytes::BytesMut;

use super::check;

/// Receives at most `max` bytes into what is free in `bytes` behind its end; 0 means the other side has finished.
pub fn recv(socket: BorrowedFd<'_>, bytes: &mut BytesMut, max: usize) -> io::Result<usize> {
    let free = bytes.spare_capacity_mut();
    let len = free.len().min(max);
    debug_assert!(len > 0, "a receive into a full buffer would look like the end of the stream");
    // SAFETY: the pointer and length describe memory that `bytes` owns and nobody reads meanwhile.
    let got =
        check(unsafe { libc::recv(socket.as_raw_fd(), free.as_mut_ptr().cast(), len, libc::MSG_DONTWAIT) })?;
    // SAFETY: the kernel has just filled `got <= len` bytes behind the old end.
    unsafe { bytes.set_len(bytes.len() + got) };
    Ok(got)
}

/// Sends the slices one behind the other. `more` holds a small packet back because a file range follows at once.
pub fn send(socket: BorrowedFd<'_>, slices: &[IoSlice<'_>], more: bool) -> io::Result<usize> {
    let flags = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL | if more { libc::MSG_MORE } else { 0 };
    if let [one] = slices {
        // SAFETY: `one` is a live slice.
        return check(unsafe { libc::send(socket.as_raw_fd(), one.as_ptr().cast(), one.len(), flags) });
    }
    // SAFETY: an all-zero msghdr is a valid, empty one.
    let mut message: libc::msghdr = unsafe { mem::zeroed() };
    message.msg_iov = slices.as_ptr().cast_mut().cast();
    message.msg_iovlen = slices.len();
    // SAFETY: `IoSlice` has the layout of `iovec`, and sendmsg only reads through it.
    check(unsafe { libc::sendmsg(socket.as_raw_fd(), &raw const message, flags) })
}

/// Sends a range of a file from the page cache; 0 means that the file ends at `position`.
pub fn sendfile(socket: BorrowedFd<'_>, file: i32, position: u64, len: usize) -> io::Result<usize> {
    let mut offset = position as libc::off_t;
    // SAFETY: `offset` lives across the call; a bad descriptor is an error, not undefined.
    check(unsafe { libc::sendfile(socket.as_raw_fd(), file, &raw mut offset, len) })
}

/// Takes the next waiting connection.
pub fn accept(listener: BorrowedFd<'_>) -> io::Result<(OwnedFd, SocketAddr)> {
    let mut storage = MaybeUninit::<libc::sockaddr_storage>::zeroed();
    let mut len = size_of::<libc::sockaddr_storage>() as libc::socklen_t;
    // SAFETY: the kernel writes at most `len` bytes into `storage`.
    let fd = check(unsafe {
        libc::accept4(
            listener.as_raw_fd(),
            storage.as_mut_ptr().cast(),
            &raw mut len,
            libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC,
        ) as isize
    })?;
    // SAFETY: accept4 returned a descriptor that nobody else owns.
    let socket = unsafe { OwnedFd::from_raw_fd(fd as i32) };
    // SAFETY: zeroed storage is valid for every field, written or not.
    let address = parse_address(unsafe { storage.assume_init_ref() });
    Ok((socket, address))
}

/// The address in a sockaddr; an IPv4 address that came over an IPv6 socket is shown as IPv4.
fn parse_address(storage: &libc::sockaddr_storage) -> SocketAddr {
    match i32::from(storage.ss_family) {
        libc::AF_INET => {
            // SAFETY: the family says which of the two forms the storage holds, and it is large enough for both.
            let v4 = unsafe { &*(&raw const *storage).cast::<libc::sockaddr_in>() };
            let ip = Ipv4Addr::from(u32::from_be(v4.sin_addr.s_addr));
            SocketAddr::new(IpAddr::V4(ip), u16::from_be(v4.sin_port))
        }
        libc::AF_INET6 => {
            // SAFETY: as above.
            let v6 = unsafe { &*(&raw const *storage).cast::<libc::sockaddr_in6>() };
            let ip = Ipv6Addr::from(v6.sin6_addr.s6_addr);
            SocketAddr::new(IpAddr::V6(ip).to_canonical(), u16::from_be(v6.sin6_port))
        }
        _ => SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0),
    }
}

/// Opens a listening socket. An IPv6 wildcard takes IPv4 too. `receive_buffer` is set before listening, so that
/// accepted sockets inherit it; `None` leaves it to the kernel.
pub fn listen(address: SocketAddr, backlog: i32, receive_buffer: Option<i32>) -> io::Result<OwnedFd> {
    let family = if address.is_ipv4() { libc::AF_INET } else { libc::AF_INET6 };
    let kind = libc::SOCK_STREAM | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
    // SAFETY: plain call without pointers.
    let fd = check(unsafe { libc::socket(family, kind, 0) as isize })?;
    // SAFETY: socket() returned a descriptor that nobody else owns.
    let socket = unsafe { OwnedFd::from_raw_fd(fd as i32) };
    set_option(&socket, libc::SOL_SOCKET, libc::SO_REUSEADDR, 1)?;
    if address.is_ipv6() {
        set_option(
            &socket,
            libc::IPPROTO_IPV6,
            libc::IPV6_V6ONLY,
            i32::from(!address.ip().is_unspecified()),
        )?;
    }
    if let Some(bytes) = receive_buffer {
        set_option(&socket, libc::SOL_SOCKET, libc::SO_RCVBUF, bytes)?;
    }
    bind(&socket, address)?;
    // SAFETY: plain call without pointers.
    check(unsafe { libc::listen(socket.as_raw_fd(), backlog.max(1)) as isize })?;
    Ok(socket)
}

fn bind(socket: &OwnedFd, address: SocketAddr) -> io::Result<()> {
    let result = match address {
        SocketAddr::V4(v4) => {
            // SAFETY: an all-zero sockaddr_in is valid.
            let mut raw: libc::sockaddr_in = unsafe { mem::zeroed() };
            raw.sin_family = libc::AF_INET as libc::sa_family_t;
            raw.sin_port = v4.port().to_be();
            raw.sin_addr.s_addr = u32::from(*v4.ip()).to_be();
            let len = size_of::<libc::sockaddr_in>() as libc::socklen_t;
            // SAFETY: `raw` is a sockaddr of the length given.
            unsafe { libc::bind(socket.as_raw_fd(), (&raw const raw).cast(), len) }
        }
        SocketAddr::V6(v6) => {
            // SAFETY: an all-zero sockaddr_in6 is valid.
            let mut raw: libc::sockaddr_in6 = unsafe { mem::zeroed() };
            raw.sin6_family = libc::AF_INET6 as libc::sa_family_t;
            raw.sin6_port = v6.port().to_be();
            raw.sin6_scope_id = v6.scope_id();
            raw.sin6_addr.s6_addr = v6.ip().octets();
            let len = size_of::<libc::sockaddr_in6>() as libc::socklen_t;
            // SAFETY: as above.
            unsafe { libc::bind(socket.as_raw_fd(), (&raw const raw).cast(), len) }
        }
    };
    check(result as isize).map(drop)
}

/// The address a listening socket got, which tells the port when 0 was asked for.
pub fn local_address(socket: &OwnedFd) -> io::Result<SocketAddr> {
    let mut storage = MaybeUninit::<libc::sockaddr_storage>::zeroed();
    let mut len = size_of::<libc::sockaddr_storage>() as libc::socklen_t;
    // SAFETY: the kernel writes at most `len` bytes into `storage`.
    let result = unsafe { libc::getsockname(socket.as_raw_fd(), storage.as_mut_ptr().cast(), &raw mut len) };
    check(result as isize)?;
    // SAFETY: zeroed storage is valid for every field, written or not.
    Ok(parse_address(unsafe { storage.assume_init_ref() }))
}

/// What every accepted socket gets: no delay for small answers, keep-alive probes, and the send buffer asked for.
/// The peer may be gone already, so failures are left for the first receive to find.
pub fn prepare(socket: &OwnedFd, send_buffer: Option<i32>) {
    let _ = set_option(socket, libc::IPPROTO_TCP, libc::TCP_NODELAY, 1);
    let _ = set_option(socket, libc::SOL_SOCKET, libc::SO_KEEPALIVE, 1);
    if let Some(bytes) = send_buffer {
        let _ = set_option(socket, libc::SOL_SOCKET, libc::SO_SNDBUF, bytes);
    }
}

fn set_option(socket: &OwnedFd, level: i32, name: i32, value: i32) -> io::Result<()> {
    let len = size_of::<i32>() as libc::socklen_t;
    // SAFETY: `value` is an int of the length given.
    let result = unsafe { libc::setsockopt(socket.as_raw_fd(), level, name, (&raw const value).cast(), len) };
    check(result as isize).map(drop)
}

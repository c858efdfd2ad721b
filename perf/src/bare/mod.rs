//! The roofline, not a product: the least that a broker on one thread could do for the generator's work.
//!
//! epoll; every readable connection is read once a turn; batches are stamped where they were received after a check of
//! their CRC; one vectored write per partition and turn; one send per connection and turn; fetches by sendfile. It speaks
//! the versions that the generator sends and no others, validates nothing but checksums, rolls no segments, recovers
//! nothing and believes every offset. What a broker does beyond this is the difference to its numbers.

mod partition;
mod requests;
mod server;

pub use server::serve;

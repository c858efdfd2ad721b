//! The load generator, the bare servers and the side-by-side rig.
//!
//! The generator speaks the raw protocol over sockets that never block: requests encoded once and patched, latencies
//! from the time a request was due, one thread. The bare server is the roofline of the same minutes. The rig runs both
//! beside Corelog and Apache Kafka and writes the table.

pub mod bare;
pub mod clock;
pub mod end_to_end;
pub mod fetch;
pub mod machine;
pub mod outcome;
pub mod pipe;
pub mod produce;
pub mod report;
pub mod rig;
pub mod servers;
pub mod sys;
pub mod template;
pub mod work;

//! One partition's log as data: validates, lays out and locates bytes, and says which I/O to do.
//!
//! Kafka's on-disk layout exactly (`FORMAT.md`). Everything but `jobs` is pure: no clock, no I/O, no randomness but the
//! generator it is given. `jobs` works over the small file trait in [`file`]. Knows no request, group or broker id.

pub mod batch;
pub mod checkpoint;
pub mod config;
pub mod epochs;
pub mod file;
pub mod index;
pub mod jobs;
pub mod log;
pub mod lookup;
pub mod meta_properties;
pub mod names;
pub mod producers;
pub mod segment;
pub mod snapshot;
pub mod txn_index;
pub mod work;

pub use config::LogConfig;
pub use file::{Disk, File, FileHandle, FileRef, OpenMode};
pub use log::{AppendError, Loaded, Located, Log, Placement, ReadError, ReadRange, TakeBack};

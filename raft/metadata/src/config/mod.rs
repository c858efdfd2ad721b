//! Every config key of Kafka 4.4: what it is, what its values mean, how layers of values combine, and what is answered.
//!
//! Pure data and pure functions: no file is read here, no environment, no clock. The edge hands in the text of
//! `server.properties` and the machine's name; the metadata log hands in what was set at run time.
//!
//! - `keys`: the tables. A key is declared once.
//! - `properties`: the grammar of `server.properties`.
//! - `value`: text to typed value and back.

pub mod describe;
pub mod dynamic;
pub mod error;
pub mod java;
pub mod key;
pub mod keys;
pub mod listener;
pub mod properties;
pub mod relations;
pub mod settings;
pub mod static_config;
pub mod value;

/// Names and values as text, in the order of the names: what a file, or one resource of the metadata log, holds.
pub type Props = std::collections::BTreeMap<String, String>;

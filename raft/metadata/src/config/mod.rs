//! Every config key of Kafka 4.4: what it is, what its values mean, how layers of values combine, and what is answered.
//!
//! Pure data and pure functions: no file is read here, no environment, no clock. The edge hands in the text of
//! `server.properties` and the machine's name; the metadata log hands in what was set at run time.
//!
//! - `key`, `keys`: what a key is, and the tables. A key is declared once.
//! - `properties`: the grammar of `server.properties`; `value`: text to typed value and back; `settings`: all keys of a table.
//! - `static_config`, `listener`, `relations`: a file, what it says of the node, and what must hold between keys.
//! - `dynamic`: the layers of a broker; `broker_config`, `topic`, `group`, `client_metrics`: plain values resolved from them.
//! - `describe`, `alter`: what DescribeConfigs answers, and what the AlterConfigs requests may do.

pub mod alter;
pub mod broker_config;
pub mod client_metrics;
pub mod describe;
pub mod dynamic;
pub mod error;
pub mod group;
pub mod java;
pub mod key;
pub mod keys;
pub mod listener;
pub mod properties;
mod reconfigure;
pub mod relations;
pub mod settings;
pub mod static_config;
pub mod topic;
pub mod value;

/// Names and values as text, in the order of the names: what a file, or one resource of the metadata log, holds.
pub type Props = std::collections::BTreeMap<String, String>;

//! The tables of all keys: each key of Kafka 4.4 is declared here once, and nowhere else.
//!
//! `BROKER` is what `server.properties` may hold. The other tables belong to the resources that can be altered at run
//! time. The order within a table is Kafka's own order of definition: it decides which of two wrong values is reported,
//! and, where two names fall into one hash bucket, which DescribeConfigs answers first.

mod coordinators;
mod log;
mod resources;
mod security;
mod server;

use crate::config::key::{Class, Key, Listener, Table, Update, join, sorted};

static BROKER_KEYS: [Key; 379] = join(&[
    log::REMOTE_LOG,
    server::SERVER,
    server::KRAFT,
    server::METADATA_LOG,
    server::NETWORK,
    log::REPLICATION,
    coordinators::GROUP,
    log::CLEANER,
    log::LOG,
    coordinators::SHARE_GROUP,
    coordinators::SHARE_COORDINATOR,
    coordinators::TRANSACTION_LOG,
    coordinators::TRANSACTION_STATE,
    server::QUORUM,
    server::METRICS,
    server::QUOTA,
    security::SECURITY,
    security::DELEGATION_TOKEN,
    coordinators::ADD_PARTITIONS_TO_TXN,
]);
static TOPIC_KEYS: [Key; 38] = join(&[resources::TOPIC]);
static GROUP_KEYS: [Key; 27] = join(&[resources::GROUP]);
static CLIENT_METRICS_KEYS: [Key; 3] = join(&[resources::CLIENT_METRICS]);
static DYNAMIC_ONLY_KEYS: [Key; 3] = join(&[resources::DYNAMIC_ONLY]);
static CLIENT_QUOTA_KEYS: [Key; 4] = join(&[resources::CLIENT_QUOTA]);
static IP_QUOTA_KEYS: [Key; 1] = join(&[resources::IP_QUOTA]);

/// Every key of `server.properties`.
pub static BROKER: Table = Table::new(&BROKER_KEYS, &sorted(&BROKER_KEYS));
/// Broker keys that can be set at run time only.
pub static DYNAMIC_ONLY: Table = Table::new(&DYNAMIC_ONLY_KEYS, &sorted(&DYNAMIC_ONLY_KEYS));
pub static TOPIC: Table = Table::new(&TOPIC_KEYS, &sorted(&TOPIC_KEYS));
pub static GROUP: Table = Table::new(&GROUP_KEYS, &sorted(&GROUP_KEYS));
pub static CLIENT_METRICS: Table = Table::new(&CLIENT_METRICS_KEYS, &sorted(&CLIENT_METRICS_KEYS));
/// Quotas of users and client ids.
pub static CLIENT_QUOTA: Table = Table::new(&CLIENT_QUOTA_KEYS, &sorted(&CLIENT_QUOTA_KEYS));
/// Quotas of addresses.
pub static IP_QUOTA: Table = Table::new(&IP_QUOTA_KEYS, &sorted(&IP_QUOTA_KEYS));

/// Prefixes of keys that other parts of Kafka read from the file and no table names.
const FOREIGN_PREFIXES: [&str; 3] = ["rlmm.config.", "rsm.config.", "config.providers."];
/// Keys of the same kind: the standard authorizer's.
const FOREIGN: [&str; 2] = ["super.users", "allow.everyone.if.no.acl.found"];

/// The broker key that holds the default of a topic key.
pub fn topic_synonym(topic_key: &str) -> Option<&'static str> {
    resources::TOPIC_SYNONYMS.iter().find(|(topic, _)| *topic == topic_key).map(|(_, broker)| *broker)
}

/// The broker key that holds the default of a group key.
pub fn group_synonym(group_key: &str) -> Option<&'static str> {
    resources::GROUP_SYNONYMS.iter().find(|(group, _)| *group == group_key).map(|(_, broker)| *broker)
}

/// The keys whose values stand for one another, in the order in which they are looked up. The first that is set wins.
pub fn broker_synonyms(name: &str) -> Vec<&str> {
    match name {
        "log.roll.ms" | "log.roll.hours" => vec!["log.roll.ms", "log.roll.hours"],
        "log.roll.jitter.ms" | "log.roll.jitter.hours" => vec!["log.roll.jitter.ms", "log.roll.jitter.hours"],
        "log.flush.interval.ms" => vec!["log.flush.interval.ms", "log.flush.scheduler.interval.ms"],
        "log.retention.ms" | "log.retention.minutes" | "log.retention.hours" => {
            vec!["log.retention.ms", "log.retention.minutes", "log.retention.hours"]
        }
        _ => vec![name],
    }
}

/// As `broker_synonyms`, and for `listener.name.NAME.KEY` also the plain key it overrides.
pub fn broker_synonyms_with_base(name: &str) -> Vec<&str> {
    let Some(base) = listener_base(name) else { return broker_synonyms(name) };
    let mechanism =
        BROKER.keys().iter().find(|k| k.listener == Listener::Mechanism && base.ends_with(k.name));
    vec![name, mechanism.map_or(base, |k| k.name)]
}

/// The part of `listener.name.NAME.REST` behind the listener's name. A listener's name holds no dot in this form.
pub fn listener_base(name: &str) -> Option<&str> {
    let (_, base) = name.strip_prefix("listener.name.")?.split_once('.')?;
    Some(base)
}

/// A broker key by its name, whether it is one of the file, of run time only, or overrides one for a listener.
pub fn broker_key(name: &str) -> Option<&'static Key> {
    BROKER.get(name).or_else(|| DYNAMIC_ONLY.get(name)).or_else(|| {
        let base = *broker_synonyms_with_base(name).get(1)?;
        listener_base(name)?;
        BROKER.get(base)
    })
}

/// Whether the plain key may change at run time.
pub fn is_dynamic(name: &str) -> bool {
    BROKER.get(name).is_some_and(|key| key.update != Update::ReadOnly) || DYNAMIC_ONLY.get(name).is_some()
}

/// Whether Corelog knows the key, from the tables or as one that a part of Kafka reads by itself.
pub fn is_known(name: &str) -> bool {
    broker_key(name).is_some()
        || FOREIGN.contains(&name)
        || FOREIGN_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether a value, in Kafka's text form, is one that Corelog cannot accept; with the reason.
pub fn refusal(key: &Key, text: &str) -> Option<&'static str> {
    let Class::Refused { unless, why } = key.class else { return None };
    let is_preset = match key.preset {
        crate::config::key::Preset::Text(preset) => preset == text,
        _ => false,
    };
    (!is_preset && !unless.contains(&text)).then_some(why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::key::Preset;
    use crate::config::value::Value;

    const TABLES: [&Table; 7] =
        [&BROKER, &DYNAMIC_ONLY, &TOPIC, &GROUP, &CLIENT_METRICS, &CLIENT_QUOTA, &IP_QUOTA];

    #[test]
    fn every_default_parses_to_itself_and_is_valid() {
        for key in TABLES.iter().flat_map(|table| table.keys()) {
            let Preset::Text(text) = key.preset else { continue };
            let value = Value::parse(key, text).unwrap_or_else(|e| panic!("{}: {}", key.name, e.message));
            assert_eq!(value.to_text(), text, "{}", key.name);
        }
    }

    #[test]
    fn every_key_is_found_by_its_name_and_no_name_stands_twice() {
        for table in TABLES {
            for (at, key) in table.keys().iter().enumerate() {
                assert_eq!(table.position(key.name), Some(at), "{}", key.name);
            }
            assert!(table.get("no.such.key").is_none());
        }
    }

    #[test]
    fn every_synonym_names_a_key_of_its_table() {
        for (topic, broker) in resources::TOPIC_SYNONYMS {
            assert!(TOPIC.get(topic).is_some() && BROKER.get(broker).is_some(), "{topic} {broker}");
        }
        for (group, broker) in resources::GROUP_SYNONYMS {
            assert!(GROUP.get(group).is_some() && BROKER.get(broker).is_some(), "{group} {broker}");
        }
    }

    #[test]
    fn a_listener_override_stands_for_its_plain_key() {
        assert_eq!(
            broker_synonyms_with_base("listener.name.a.ssl.keystore.location"),
            ["listener.name.a.ssl.keystore.location", "ssl.keystore.location"]
        );
        assert_eq!(
            broker_synonyms_with_base("listener.name.a.plain.sasl.jaas.config"),
            ["listener.name.a.plain.sasl.jaas.config", "sasl.jaas.config"]
        );
        assert!(broker_key("listener.name.a.plain.sasl.jaas.config").is_some_and(Key::is_secret));
        assert!(broker_key("listener.name.a").is_none());
        assert!(broker_key("listener.name.a.").is_none());
    }

    #[test]
    fn a_refused_key_is_accepted_with_its_default_only() {
        let key = BROKER.get("remote.log.storage.system.enable").unwrap();
        assert!(refusal(key, "false").is_none());
        assert!(refusal(key, "true").is_some());
        let roles = BROKER.get("process.roles").unwrap();
        assert!(refusal(roles, "controller,broker").is_none());
        assert!(refusal(roles, "broker").is_some());
        let key = BROKER.get("num.partitions").unwrap();
        assert!(refusal(key, "77").is_none());
    }

    #[test]
    fn the_sets_of_dynamic_keys_have_kafkas_sizes() {
        let count = |update| BROKER.keys().iter().filter(|k| k.update == update).count();
        assert_eq!(count(Update::PerBroker), 37);
        assert_eq!(count(Update::ClusterWide) + DYNAMIC_ONLY.keys().len(), 73);
    }
}

//! What is said of a config key where DescribeConfigs is asked for documentation.
//!
//! Made from the key's own declaration, so that it cannot go stale: type, default, which values are valid, when it may
//! change, and what it does here. Knows no key by name.

use std::fmt::Write;

use metadata::config::key::{Class, Key, Preset, Rule, Update};
use metadata::config::keys;
use metadata::records::ResourceKind;

/// The text for a key of a kind of resource; none for what is no key.
#[must_use]
pub fn of(kind: ResourceKind, name: &str) -> Option<String> {
    let key = match kind {
        ResourceKind::TOPIC => keys::TOPIC.get(name),
        ResourceKind::BROKER => keys::broker_key(name),
        ResourceKind::GROUP => keys::GROUP.get(name),
        ResourceKind::CLIENT_METRICS => keys::CLIENT_METRICS.get(name),
        _ => None,
    };
    key.map(|key| text(kind, key))
}

fn text(kind: ResourceKind, key: &Key) -> String {
    let mut text = format!("Type: {}.", key.kind.name().to_lowercase());
    match key.preset {
        Preset::Required => text.push_str(" There is no default."),
        Preset::Null => text.push_str(" Default: none."),
        Preset::Text("") => text.push_str(" Default: empty."),
        Preset::Text(preset) => put(&mut text, format_args!(" Default: {preset}.")),
    }
    match key.rule {
        Rule::Any => {}
        Rule::AtLeast(min) => put(&mut text, format_args!(" Valid: at least {min}.")),
        Rule::Between(min, max) => put(&mut text, format_args!(" Valid: {min} to {max}.")),
        Rule::OneOf(values) | Rule::OneOfIgnoringCase(values) => {
            put(&mut text, format_args!(" Valid: {}.", values.join(", ")));
        }
        Rule::NonEmpty => text.push_str(" Valid: anything but the empty text."),
        Rule::GzipLevel => text.push_str(" Valid: -1, or 1 to 9."),
        Rule::List { one_of: [], may_be_empty: true } => {}
        Rule::List { one_of: [], may_be_empty: false } => text.push_str(" Valid: at least one element."),
        Rule::List { one_of, .. } => put(&mut text, format_args!(" Valid: any of {}.", one_of.join(", "))),
        Rule::ThrottledReplicas => text.push_str(" Valid: *, or a list of partition:broker."),
        Rule::QuorumVoters => text.push_str(" Valid: a list of id@host:port."),
        Rule::BootstrapServers => text.push_str(" Valid: a list of host:port."),
        Rule::ShareOffsetReset => {
            text.push_str(" Valid: latest, earliest, or by_duration: and an ISO 8601 duration.");
        }
    }
    if kind == ResourceKind::BROKER {
        text.push_str(match key.update {
            Update::ReadOnly => " A restart changes it.",
            Update::PerBroker => " It may change at run time, broker by broker.",
            Update::ClusterWide => " It may change at run time, for one broker or for all.",
        });
    }
    match key.class {
        Class::Honoured => {}
        Class::Tuning => text.push_str(" It has no effect in this broker."),
        Class::Refused { why, .. } => {
            put(&mut text, format_args!(" Other values are refused by this broker: {why}."));
        }
    }
    text
}

fn put(text: &mut String, words: std::fmt::Arguments<'_>) {
    text.write_fmt(words).expect("writing to a string cannot fail");
}

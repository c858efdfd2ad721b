//! What one config key is: name, type, default, validity, when it may change, and how Corelog treats it.
//!
//! A key is plain constant data written with the small builder below, one line per key, in the tables of `keys`.
//! This file knows no key by name and no value.
//!
//! Invariants, each held by a test over all tables:
//! - the default of every key parses and passes the key's own rule;
//! - a table holds each name once;
//! - a password is the only secret type.

/// The type of a value, as Kafka's own definitions name it. The discriminant is the number DescribeConfigs answers with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    Boolean = 1,
    String = 2,
    Int = 3,
    Short = 4,
    Long = 5,
    Double = 6,
    List = 7,
    Class = 8,
    Password = 9,
}

impl Kind {
    /// The type's name as it stands in Kafka's error messages.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Boolean => "BOOLEAN",
            Kind::String => "STRING",
            Kind::Int => "INT",
            Kind::Short => "SHORT",
            Kind::Long => "LONG",
            Kind::Double => "DOUBLE",
            Kind::List => "LIST",
            Kind::Class => "CLASS",
            Kind::Password => "PASSWORD",
        }
    }
}

/// What holds when nobody set the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// There is no default: the key must be given.
    Required,
    /// The value is absent.
    Null,
    /// The text of the default, exactly as DescribeConfigs shows it.
    Text(&'static str),
}

/// Which values are valid, beyond those that parse.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    Any,
    /// Both bounds inclusive; compared as doubles, as Kafka compares.
    AtLeast(f64),
    Between(f64, f64),
    OneOf(&'static [&'static str]),
    OneOfIgnoringCase(&'static [&'static str]),
    NonEmpty,
    /// -1, or 1 to 9.
    GzipLevel,
    /// A list without duplicates (they are dropped) and without empty elements; of `one_of` only, unless that is empty.
    List {
        one_of: &'static [&'static str],
        may_be_empty: bool,
    },
    /// `*`, or elements of the form `partition:broker`.
    ThrottledReplicas,
    /// `{id}@{host}:{port}` each.
    QuorumVoters,
    /// `{host}:{port}` each.
    BootstrapServers,
    /// `latest`, `earliest` or `by_duration:` and an ISO 8601 duration that is not negative.
    ShareOffsetReset,
}

/// When a broker key may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Update {
    /// Only in the file, with a restart.
    ReadOnly,
    /// At run time, for one broker.
    PerBroker,
    /// At run time, for one broker or as the default of the cluster.
    ClusterWide,
}

/// Whether a key may be written as `listener.name.NAME.KEY`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listener {
    No,
    /// In the file only.
    Static,
    /// In the file, and at run time for one broker.
    Dynamic,
    /// At run time for one broker or for the cluster.
    Cluster,
    /// In the file, also as `listener.name.NAME.MECHANISM.KEY`; at run time where the key's own `Update` says so.
    Mechanism,
}

/// How Corelog treats a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Does what it does in Kafka.
    Honoured,
    /// Tunes something that has no counterpart here. Validated, described, alterable; no effect.
    Tuning,
    /// A value other than the default, or than one of `unless`, is not accepted, because ignoring it would change data,
    /// durability, security or an answer.
    Refused { unless: &'static [&'static str], why: &'static str },
}

/// One key.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Key {
    pub name: &'static str,
    pub kind: Kind,
    pub preset: Preset,
    pub rule: Rule,
    /// Only meaningful for broker keys; topic, group and client metrics keys may always change.
    pub update: Update,
    pub listener: Listener,
    /// An internal key is not described unless it was set.
    pub internal: bool,
    pub class: Class,
}

impl Key {
    const fn new(name: &'static str, kind: Kind, preset: Preset) -> Key {
        Key {
            name,
            kind,
            preset,
            rule: Rule::Any,
            update: Update::ReadOnly,
            listener: Listener::No,
            internal: false,
            class: Class::Honoured,
        }
    }

    /// Whether the value must never be shown.
    pub const fn is_secret(&self) -> bool {
        matches!(self.kind, Kind::Password)
    }

    pub const fn required(mut self) -> Key {
        self.preset = Preset::Required;
        self
    }

    pub const fn or_null(mut self) -> Key {
        self.preset = Preset::Null;
        self
    }

    pub const fn at_least(mut self, min: i64) -> Key {
        self.rule = Rule::AtLeast(min as f64);
        self
    }

    pub const fn between(mut self, min: f64, max: f64) -> Key {
        self.rule = Rule::Between(min, max);
        self
    }

    pub const fn one_of(mut self, values: &'static [&'static str]) -> Key {
        self.rule = Rule::OneOf(values);
        self
    }

    pub const fn rule(mut self, rule: Rule) -> Key {
        self.rule = rule;
        self
    }

    pub const fn per_broker(mut self) -> Key {
        self.update = Update::PerBroker;
        self
    }

    pub const fn cluster_wide(mut self) -> Key {
        self.update = Update::ClusterWide;
        self
    }

    pub const fn listener(mut self, listener: Listener) -> Key {
        self.listener = listener;
        self
    }

    pub const fn internal(mut self) -> Key {
        self.internal = true;
        self
    }

    pub const fn tuning(mut self) -> Key {
        self.class = Class::Tuning;
        self
    }

    pub const fn refused(mut self, why: &'static str) -> Key {
        self.class = Class::Refused { unless: &[], why };
        self
    }

    pub const fn refused_unless(mut self, unless: &'static [&'static str], why: &'static str) -> Key {
        self.class = Class::Refused { unless, why };
        self
    }
}

/// A list that may be empty.
pub const LIST: Rule = Rule::List { one_of: &[], may_be_empty: true };
/// A list with at least one element.
pub const FILLED_LIST: Rule = Rule::List { one_of: &[], may_be_empty: false };

pub const fn boolean(name: &'static str, preset: &'static str) -> Key {
    Key::new(name, Kind::Boolean, Preset::Text(preset))
}

pub const fn string(name: &'static str, preset: &'static str) -> Key {
    Key::new(name, Kind::String, Preset::Text(preset))
}

pub const fn short(name: &'static str, preset: &'static str) -> Key {
    Key::new(name, Kind::Short, Preset::Text(preset))
}

pub const fn int(name: &'static str, preset: &'static str) -> Key {
    Key::new(name, Kind::Int, Preset::Text(preset))
}

pub const fn long(name: &'static str, preset: &'static str) -> Key {
    Key::new(name, Kind::Long, Preset::Text(preset))
}

pub const fn double(name: &'static str, preset: &'static str) -> Key {
    Key::new(name, Kind::Double, Preset::Text(preset))
}

pub const fn list(name: &'static str, preset: &'static str) -> Key {
    Key::new(name, Kind::List, Preset::Text(preset)).rule(LIST)
}

pub const fn class(name: &'static str, preset: &'static str) -> Key {
    Key::new(name, Kind::Class, Preset::Text(preset))
}

pub const fn password(name: &'static str) -> Key {
    Key::new(name, Kind::Password, Preset::Null)
}

/// All keys of one definition set, in the order in which Kafka defines them, with an index sorted by name.
pub struct Table {
    keys: &'static [Key],
    sorted: &'static [u16],
}

impl Table {
    pub(crate) const fn new(keys: &'static [Key], sorted: &'static [u16]) -> Table {
        assert!(keys.len() == sorted.len());
        Table { keys, sorted }
    }

    pub fn keys(&self) -> &'static [Key] {
        self.keys
    }

    pub fn get(&self, name: &str) -> Option<&'static Key> {
        self.position(name).map(|at| &self.keys[at])
    }

    /// Where the key stands in definition order.
    pub fn position(&self, name: &str) -> Option<usize> {
        let found = self.sorted.binary_search_by(|at| self.keys[usize::from(*at)].name.cmp(name)).ok()?;
        Some(usize::from(self.sorted[found]))
    }
}

/// Joins the parts of a table at compile time.
pub(crate) const fn join<const N: usize>(parts: &[&[Key]]) -> [Key; N] {
    let mut all = [Key::new("", Kind::String, Preset::Null); N];
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut i = 0;
        while i < parts[part].len() {
            all[at] = parts[part][i];
            at += 1;
            i += 1;
        }
        part += 1;
    }
    assert!(at == N);
    all
}

/// The positions of `keys` sorted by name, at compile time: a binary insertion sort, so few names are compared.
pub(crate) const fn sorted<const N: usize>(keys: &[Key; N]) -> [u16; N] {
    let mut order = [0u16; N];
    let mut filled = 0;
    while filled < N {
        let (mut low, mut high) = (0, filled);
        while low < high {
            let middle = (low + high) / 2;
            if precedes(keys[order[middle] as usize].name.as_bytes(), keys[filled].name.as_bytes()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut shift = filled;
        while shift > low {
            order[shift] = order[shift - 1];
            shift -= 1;
        }
        order[low] = filled as u16;
        filled += 1;
    }
    order
}

const fn precedes(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] != b[i] {
            return a[i] < b[i];
        }
        i += 1;
    }
    a.len() < b.len()
}

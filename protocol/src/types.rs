//! The numbers that could be swapped by accident, each a type of its own.
//!
//! Plain integers appear only at the wire; everything inside uses these. All of them order and hash as the number
//! they hold.

use std::fmt;
use std::time::Duration;

macro_rules! number {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        #[repr(transparent)]
        pub struct $name(pub $int);

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl From<$int> for $name {
            fn from(value: $int) -> Self {
                Self(value)
            }
        }
    };
}

number!(
    /// The place of a record in a partition. An end offset is exclusive and called `end` or `next`; an inclusive
    /// one is called `last`.
    Offset(i64)
);
number!(
    /// How often a partition has changed its leader; -1 is "not known".
    LeaderEpoch(i32)
);
number!(
    /// `node.id`, of brokers and controllers alike; -1 is "none".
    BrokerId(i32)
);
number!(
    /// The number of a partition within its topic.
    PartitionIndex(i32)
);
number!(
    /// The id of an idempotent or transactional producer; -1 is "none".
    ProducerId(i64)
);
number!(
    /// The incarnation of a producer id; -1 is "none".
    ProducerEpoch(i16)
);
number!(
    /// Wall clock in milliseconds since 1970, as records carry it; -1 is "none".
    Timestamp(i64)
);

impl Offset {
    /// "No offset": what Kafka writes as -1.
    pub const NONE: Self = Self(-1);
    /// The first offset of every log.
    pub const ZERO: Self = Self(0);

    /// The offset `count` records further on, saturating.
    #[must_use]
    pub fn plus(self, count: i64) -> Self {
        Self(self.0.saturating_add(count))
    }
}

impl LeaderEpoch {
    /// "Not known": what Kafka writes as -1.
    pub const NONE: Self = Self(-1);
}

impl BrokerId {
    /// "No broker": what Kafka writes as -1.
    pub const NONE: Self = Self(-1);
}

impl ProducerId {
    /// A batch of no idempotent producer.
    pub const NONE: Self = Self(-1);
}

impl ProducerEpoch {
    /// A batch of no idempotent producer.
    pub const NONE: Self = Self(-1);
}

impl Timestamp {
    /// A record without a timestamp.
    pub const NONE: Self = Self(-1);
}

/// The monotonic clock, in nanoseconds since an arbitrary start. Timeouts use this one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Mono(pub u64);

impl Mono {
    /// A time no clock reaches.
    pub const NEVER: Self = Self(u64::MAX);

    /// This time and `duration` after it, saturating.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)))
    }

    /// This time and `ms` milliseconds after it, saturating; a negative `ms` counts as 0.
    #[must_use]
    pub fn after_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(u64::try_from(ms).unwrap_or(0).saturating_mul(1_000_000)))
    }

    /// Time passed since `earlier`, 0 if that lies ahead.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }
}

/// Both clocks at the start of a loop turn. Timeouts use the first, record time and retention the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// Monotonic.
    pub mono: Mono,
    /// Wall clock.
    pub wall: Timestamp,
}

/// Kafka's `Uuid`: 16 bytes, shown as 22 characters of URL-safe base64 without padding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Uuid(pub [u8; 16]);

const BASE64_URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

impl Uuid {
    /// "No id".
    pub const ZERO: Self = Self([0; 16]);
    /// The topic id of `__cluster_metadata`.
    pub const METADATA_TOPIC: Self = Self(1u128.to_be_bytes());

    /// Whether this is the zero id.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// A random id (version 4, variant 1) that does not begin with a dash and is none of the reserved ones, as
    /// `Uuid.randomUuid`.
    pub fn random(rng: &mut crate::Rng) -> Self {
        loop {
            let mut raw = [0; 16];
            raw[..8].copy_from_slice(&rng.next_u64().to_be_bytes());
            raw[8..].copy_from_slice(&rng.next_u64().to_be_bytes());
            raw[6] = (raw[6] & 0x0f) | 0x40;
            raw[8] = (raw[8] & 0x3f) | 0x80;
            let id = Self(raw);
            if !id.to_string().starts_with('-') {
                return id;
            }
        }
    }

    /// Reads the base64 form; `None` unless it decodes to 16 bytes. Padding and trailing bits are let pass, as Java does.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim_end_matches('=');
        if text.len() != 22 {
            return None;
        }
        let mut bits = 0u128;
        for (index, byte) in text.bytes().enumerate() {
            let value = BASE64_URL.iter().position(|&b| b == byte)? as u128;
            bits = if index == 21 { bits << 2 | value >> 4 } else { bits << 6 | value };
        }
        Some(Self(bits.to_be_bytes()))
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = u128::from_be_bytes(self.0);
        let mut text = [0; 22];
        for (index, byte) in text.iter_mut().enumerate() {
            let shift = 122 - 6 * index as i32;
            let six = if shift >= 0 { bits >> shift } else { bits << -shift };
            *byte = BASE64_URL[(six & 63) as usize];
        }
        f.write_str(std::str::from_utf8(&text).expect("base64 is ASCII"))
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuid_text_round_trips_as_kafka_writes_it() {
        assert_eq!(Uuid::ZERO.to_string(), "AAAAAAAAAAAAAAAAAAAAAA");
        assert_eq!(Uuid::METADATA_TOPIC.to_string(), "AAAAAAAAAAAAAAAAAAAAAQ");
        let mut rng = crate::Rng::new(7);
        for _ in 0..1000 {
            let id = Uuid::random(&mut rng);
            assert_eq!(Uuid::parse(&id.to_string()), Some(id));
        }
        assert_eq!(Uuid::parse("AAAAAAAAAAAAAAAAAAAAA"), None);
        assert_eq!(Uuid::parse("AAAAAAAAAAAAAAAAAAAAA!"), None);
    }
}

//! Enums of the numbers and names that message fields hold.

pub use crate::generated::enums::*;

/// Declares one such enum: with numbers (`code`, `TryFrom`) or with names alone (`parse`).
macro_rules! constants {
    ($(#[$doc:meta])* $name:ident: $int:ty { $($variant:ident = $number:literal $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr($int)]
        pub enum $name {
            $($variant = $number,)*
        }

        impl $name {
            /// All of them, in Kafka's order.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its number on the wire.
            #[must_use]
            pub const fn code(self) -> $int {
                self as $int
            }

            /// Its name as Kafka writes it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        impl TryFrom<$int> for $name {
            type Error = $int;

            fn try_from(code: $int) -> Result<Self, $int> {
                Self::ALL.iter().copied().find(|one| one.code() == code).ok_or(code)
            }
        }
    };
    ($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($variant,)*
        }

        impl $name {
            /// All of them, in Kafka's order.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Its name as Kafka writes it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// The one of this name, whatever the case of its letters.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.name().eq_ignore_ascii_case(name))
            }
        }
    };
}

pub(crate) use constants;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_kafkas_numbers_and_names() {
        assert_eq!(ConfigSource::DynamicBrokerConfig.code(), 2);
        assert_eq!(ConfigResourceType::try_from(32), Ok(ConfigResourceType::Group));
        assert_eq!(AclOperation::try_from(99), Err(99));
        assert_eq!(GroupState::parse("PREPARINGREBALANCE"), Some(GroupState::PreparingRebalance));
        assert_eq!(TransactionState::PrepareEpochFence.name(), "PrepareEpochFence");
        assert_eq!(SecurityProtocol::SaslSsl.name(), "SASL_SSL");
    }
}

//! The values of all keys of one table: what was set, and the default of everything else.
//!
//! Knows nothing of where a value came from, nor of relations between keys.

use super::Props;
use super::error::ConfigError;
use super::key::{Key, Preset, Table};
use super::value::Value;

/// One value per key, absent where a key has none.
#[derive(Clone)]
pub struct Settings {
    table: &'static Table,
    values: Vec<Option<Value>>,
}

impl PartialEq for Settings {
    fn eq(&self, other: &Settings) -> bool {
        std::ptr::eq(self.table, other.table) && self.values == other.values
    }
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter().map(|(key, value)| (key.name, value))).finish()
    }
}

impl Settings {
    /// Reads `originals`; keys that the table does not hold are left alone. The first wrong value in definition order is
    /// reported.
    pub fn parse(table: &'static Table, originals: &Props) -> Result<Settings, ConfigError> {
        let values = table.keys().iter().map(|key| match originals.get(key.name) {
            Some(text) => Value::parse(key, text).map(Some),
            None if key.preset == Preset::Required => Err(ConfigError::invalid_config(format!(
                "Missing required configuration \"{}\" which has no default value.",
                key.name
            ))),
            None => Ok(Value::preset(key)),
        });
        Ok(Settings { table, values: values.collect::<Result<_, _>>()? })
    }

    /// The defaults alone.
    pub fn presets(table: &'static Table) -> Settings {
        Settings { table, values: table.keys().iter().map(Value::preset).collect() }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&'static Key, Option<&Value>)> {
        self.table.keys().iter().zip(self.values.iter().map(Option::as_ref))
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values[self.table.position(name)?].as_ref()
    }

    pub fn set(&mut self, name: &str, value: Option<Value>) {
        if let Some(at) = self.table.position(name) {
            self.values[at] = value;
        }
    }

    /// The text DescribeConfigs shows, absent for an absent value.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(Value::to_text)
    }

    /// The value of a key, in the type that the caller knows the key to have. The name is a constant of this program.
    pub fn read<T: FromValue>(&self, name: &str) -> T {
        T::from_value(self.get(name)).expect("the table declares the key with this type")
    }
}

/// A plain type that a value can be read as. `None` when the type is another.
pub trait FromValue: Sized {
    fn from_value(value: Option<&Value>) -> Option<Self>;
}

impl FromValue for bool {
    fn from_value(value: Option<&Value>) -> Option<bool> {
        match value? {
            Value::Boolean(value) => Some(*value),
            _ => None,
        }
    }
}

impl FromValue for i16 {
    fn from_value(value: Option<&Value>) -> Option<i16> {
        match value? {
            Value::Short(value) => Some(*value),
            _ => None,
        }
    }
}

impl FromValue for i32 {
    fn from_value(value: Option<&Value>) -> Option<i32> {
        match value? {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }
}

impl FromValue for i64 {
    fn from_value(value: Option<&Value>) -> Option<i64> {
        match value? {
            Value::Long(value) => Some(*value),
            Value::Int(value) => Some(i64::from(*value)),
            Value::Short(value) => Some(i64::from(*value)),
            _ => None,
        }
    }
}

impl FromValue for f64 {
    fn from_value(value: Option<&Value>) -> Option<f64> {
        match value? {
            Value::Double(value) => Some(*value),
            _ => None,
        }
    }
}

impl FromValue for String {
    fn from_value(value: Option<&Value>) -> Option<String> {
        match value? {
            Value::String(value) | Value::Class(value) | Value::Password(value) => Some(value.clone()),
            _ => None,
        }
    }
}

impl FromValue for Vec<String> {
    fn from_value(value: Option<&Value>) -> Option<Vec<String>> {
        match value? {
            Value::List(value) => Some(value.clone()),
            _ => None,
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Option<&Value>) -> Option<Option<T>> {
        match value {
            None => Some(None),
            some => T::from_value(some).map(Some),
        }
    }
}

/// Declares a struct of plain values, one line per key: `field: type = "key"`.
macro_rules! typed_settings {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty = $key:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
        }

        impl $name {
            pub fn read(settings: &$crate::config::settings::Settings) -> $name {
                $name { $($field: settings.read($key),)* }
            }
        }
    };
}
pub(crate) use typed_settings;

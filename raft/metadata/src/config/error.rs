//! Why a config was not accepted: the error code to answer with, and the text that clients and tools show.

/// One refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    pub code: Code,
    /// Empty where Kafka answers none. In Kafka's shape, because Kafka's tools show it to people and scripts look at it.
    pub message: String,
}

/// The error code of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i16)]
pub enum Code {
    /// Nothing foreseen: what an unexpected exception becomes in Kafka.
    UnknownServerError = -1,
    /// The value, or the key, is not valid.
    InvalidConfig = 40,
    /// The request makes no sense, or the key cannot be changed this way.
    InvalidRequest = 42,
}

impl ConfigError {
    pub fn invalid_config(message: impl Into<String>) -> ConfigError {
        ConfigError { code: Code::InvalidConfig, message: message.into() }
    }

    pub fn invalid_request(message: impl Into<String>) -> ConfigError {
        ConfigError { code: Code::InvalidRequest, message: message.into() }
    }

    /// The one shape of all messages about a value.
    pub fn invalid_value(name: &str, value: &str, reason: &str) -> ConfigError {
        ConfigError::invalid_config(format!("Invalid value {value} for configuration {name}: {reason}"))
    }

    /// The same refusal under another code.
    pub fn with_code(self, code: Code) -> ConfigError {
        ConfigError { code, ..self }
    }
}

impl std::fmt::Display for ConfigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ConfigError {}

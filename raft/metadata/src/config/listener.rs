//! Listeners: endpoints as `listeners` and `advertised.listeners` write them, and the protocol each name stands for.
//!
//! Opens nothing and resolves nothing: an empty host stays empty, because only the edge knows the machine's name.

use super::error::ConfigError;
use super::java;
use super::value::is_host_char;
use std::net::IpAddr;

/// What is spoken on a listener. The number is the one on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i16)]
pub enum SecurityProtocol {
    Plaintext = 0,
    Ssl = 1,
    SaslPlaintext = 2,
    SaslSsl = 3,
}

impl SecurityProtocol {
    pub const ALL: [SecurityProtocol; 4] = [
        SecurityProtocol::Plaintext,
        SecurityProtocol::Ssl,
        SecurityProtocol::SaslPlaintext,
        SecurityProtocol::SaslSsl,
    ];

    pub fn name(self) -> &'static str {
        match self {
            SecurityProtocol::Plaintext => "PLAINTEXT",
            SecurityProtocol::Ssl => "SSL",
            SecurityProtocol::SaslPlaintext => "SASL_PLAINTEXT",
            SecurityProtocol::SaslSsl => "SASL_SSL",
        }
    }

    pub fn by_name(name: &str) -> Option<SecurityProtocol> {
        SecurityProtocol::ALL.into_iter().find(|p| p.name().eq_ignore_ascii_case(name))
    }

    pub fn is_plain(self) -> bool {
        self == SecurityProtocol::Plaintext
    }
}

/// One address to listen on, or to be reached at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endpoint {
    /// In upper case.
    pub name: String,
    pub protocol: SecurityProtocol,
    /// Absent where the text has none: all addresses when listening, the machine's own name when advertised.
    pub host: Option<String>,
    pub port: u16,
}

/// The protocol of each listener's name, in the order in which they were written.
pub type ProtocolMap = Vec<(String, SecurityProtocol)>;

pub fn protocol_of(map: &ProtocolMap, name: &str) -> Option<SecurityProtocol> {
    map.iter().find(|(known, _)| known == name).map(|(_, protocol)| *protocol)
}

/// Reads `NAME:PROTOCOL,...`. Of a name that stands twice the later one holds.
pub fn parse_protocol_map(text: &str) -> Result<ProtocolMap, ConfigError> {
    const KEY: &str = "listener.security.protocol.map";
    let mut map = ProtocolMap::new();
    for (name, protocol) in parse_pairs(KEY, text)? {
        let Some(protocol) = SecurityProtocol::by_name(&protocol) else {
            return Err(ConfigError::invalid_config(format!(
                "Invalid security protocol `{protocol}` defined in {KEY}"
            )));
        };
        let name = name.to_uppercase();
        map.retain(|(known, _)| *known != name);
        map.push((name, protocol));
    }
    Ok(map)
}

/// Reads `KEY:VALUE,...`, split at the last colon of each element, as an IPv6 address holds colons too.
pub(super) fn parse_pairs(key: &str, text: &str) -> Result<Vec<(String, String)>, ConfigError> {
    let elements = java::split_list(text);
    let pairs = elements.iter().map(|element| match element.rsplit_once(':') {
        Some((name, value)) => Ok((java::trim(name).to_string(), java::trim(value).to_string())),
        None => Err(ConfigError::invalid_config(format!(
            "Error parsing configuration property '{key}': {element} is not of the form name:value"
        ))),
    });
    pairs.collect()
}

/// The name in front of the first colon, in upper case.
pub fn listener_name(text: &str) -> Result<String, ConfigError> {
    match text.split_once(':') {
        Some((name, _)) => Ok(name.to_uppercase()),
        None => Err(ConfigError::invalid_config(format!("Unable to parse a listener name from {text}"))),
    }
}

/// Reads a list of `NAME://HOST:PORT`. Two listeners share a port only where that was not asked to be `distinct_ports`,
/// or where one has an IPv4 and the other an IPv6 address.
pub fn parse_endpoints(
    texts: &[String],
    protocols: &ProtocolMap,
    distinct_ports: bool,
) -> Result<Vec<Endpoint>, ConfigError> {
    let all = java::list_text(texts);
    let endpoints: Result<Vec<Endpoint>, String> =
        texts.iter().map(|text| parse_endpoint(text, protocols)).collect();
    endpoints
        .and_then(|endpoints| check_together(&endpoints, &all, distinct_ports).map(|()| endpoints))
        .map_err(|reason| {
            ConfigError::invalid_config(format!("Error creating broker listeners from '{all}': {reason}"))
        })
}

fn parse_endpoint(text: &str, protocols: &ProtocolMap) -> Result<Endpoint, String> {
    let unreadable = || format!("Unable to parse {text} to a broker endpoint");
    let (name, address) = java::trim(text).rsplit_once("://").ok_or_else(unreadable)?;
    let (host, port) = address.rsplit_once(':').ok_or_else(unreadable)?;
    let host = host.strip_prefix('[').unwrap_or(host);
    let host = host.strip_suffix(']').unwrap_or(host);
    let digits = port.strip_prefix('-').unwrap_or(port);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) || !host.chars().all(is_host_char) {
        return Err(unreadable());
    }
    let name = name.to_uppercase();
    let protocol = protocol_of(protocols, &name)
        .ok_or_else(|| format!("No security protocol defined for listener {name}"))?;
    // Kafka takes any number here and fails when it opens the listener.
    let port = port.parse().map_err(|_| format!("port out of range:{port}"))?;
    let host = (!host.is_empty()).then(|| host.to_string());
    Ok(Endpoint { name, protocol, host, port })
}

fn check_together(endpoints: &[Endpoint], all: &str, distinct_ports: bool) -> Result<(), String> {
    for (at, endpoint) in endpoints.iter().enumerate() {
        if endpoints[..at].iter().any(|other| other.name == endpoint.name) {
            return Err(format!("Each listener must have a different name, listeners: {all}"));
        }
    }
    if !distinct_ports {
        return Ok(());
    }
    for (at, endpoint) in endpoints.iter().enumerate() {
        let port = endpoint.port;
        let same: Vec<&Endpoint> = endpoints.iter().filter(|e| e.port == port).collect();
        // Port 0 is any free port.
        if port == 0 || same.len() < 2 || endpoints[..at].iter().any(|other| other.port == port) {
            continue;
        }
        let addresses: Vec<IpAddr> = same.iter().filter_map(|e| e.host.as_deref()?.parse().ok()).collect();
        let named_count = same.len() - addresses.len();
        if named_count > 1 {
            return Err(format!("Each listener must have a different port, listeners: {all}"));
        }
        if let [first, second] = addresses[..] {
            if named_count > 0 || first.is_ipv4() == second.is_ipv4() {
                return Err(format!(
                    "If you have two listeners on the same port then one needs to be IPv4 and the other IPv6, \
                     listeners: {all}, port: {port}"
                ));
            }
        } else if !addresses.is_empty() {
            return Err(format!(
                "Each listener must have a different port unless exactly one listener has an IPv4 address and the \
                 other IPv6 address, listeners: {all}, port: {port}"
            ));
        }
    }
    Ok(())
}

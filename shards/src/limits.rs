//! The limits of connections as a broker's config has them, at the start and after every change.
//!
//! Knows keys and names of hosts; counts nothing.

use std::net::{IpAddr, ToSocketAddrs};

use metadata::config::broker_config::BrokerConfig;
use metadata::config::dynamic::Layers;

use crate::quotas::{ConnectionLimits, ListenerLimits};

/// Reads them. Listeners have the numbers of their places in `listeners`.
pub fn of(layers: &Layers) -> ConnectionLimits {
    let config = BrokerConfig::read(layers);
    let overrides = config.connections_per_ip_max.into_iter();
    ConnectionLimits {
        connections_max: unsigned(config.values.max_connections),
        connections_per_ip_max: unsigned(config.values.max_connections_per_ip),
        connections_per_ip_overrides: overrides.map(|(host, max)| (host, unsigned(max))).collect(),
        creation_rate_max: unsigned(config.values.max_connection_creation_rate),
        listeners: config
            .listeners
            .iter()
            .map(|listener| ListenerLimits {
                connections_max: unsigned(listener.connections_max),
                creation_rate_max: unsigned(listener.connection_creation_rate_max),
            })
            .collect(),
    }
}

/// The address of a host with a limit of its own. A name may be asked for over the network, so no core comes here.
pub fn resolve(host: &str) -> Option<IpAddr> {
    let address = (host, 0u16).to_socket_addrs().ok()?.next()?;
    Some(address.ip().to_canonical())
}

fn unsigned(value: i32) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use metadata::config::Props;
    use metadata::config::static_config::StaticConfig;

    fn props(pairs: &[(&str, &str)]) -> Props {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_listener_has_its_own_limit_or_that_of_all() {
        let file = props(&[
            ("node.id", "1"),
            ("process.roles", "broker,controller"),
            ("listeners", "PLAINTEXT://:9092,CONTROLLER://:9093"),
            ("controller.listener.names", "CONTROLLER"),
            ("controller.quorum.voters", "1@localhost:9093"),
            ("max.connections.per.ip.overrides", "10.0.0.1:5,somewhere:6"),
        ]);
        let file = StaticConfig::load(file).expect("the settings hold").0;
        let cluster = props(&[("max.connections", "9"), ("max.connection.creation.rate", "8")]);
        let broker =
            props(&[("listener.name.plaintext.max.connections", "7"), ("max.connections.per.ip", "4")]);
        let limits = of(&Layers::resolve(&file, &cluster, &broker));
        assert_eq!(
            (limits.connections_max, limits.connections_per_ip_max, limits.creation_rate_max),
            (9, 4, 8)
        );
        let of_listeners = limits.listeners.iter().map(|l| (l.connections_max, l.creation_rate_max));
        assert_eq!(of_listeners.collect::<Vec<_>>(), [(7, 8), (9, 8)]);
        let named = [("10.0.0.1".to_owned(), 5), ("somewhere".to_owned(), 6)];
        assert_eq!(limits.connections_per_ip_overrides, named);
    }
}

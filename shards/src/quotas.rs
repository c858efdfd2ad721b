//! Who may connect: counts and rates of connections, decided in one place for all listeners of a role.
//!
//! As Kafka decides: at `max.connections`, of all or of a listener, that listener accepts nobody until a connection
//! ends. The listener between brokers is exempt from the limit of all where there is another one. More connections than
//! that limit, let in by the exempt listener or left by a limit that was lowered, are closed, those idle longest first.
//! Above the limit of an address a connection is accepted and closed. Above a creation rate accepting waits.
//!
//! Pure: takes the time and the addresses of hosts, knows no sockets.
//!
//! Invariants:
//! - every admitted connection is released once; counts never go below 0;
//! - an address without connections is not in the map.

use std::net::IpAddr;
use std::time::Duration;

use broker::event::ListenerId;
use protocol::{Map, Mono};

/// The limits of one listener.
#[derive(Clone, Copy, Debug)]
pub struct ListenerLimits {
    /// `listener.name.X.max.connections`.
    pub connections_max: u32,
    /// `listener.name.X.max.connection.creation.rate`, per second.
    pub creation_rate_max: u32,
}

impl Default for ListenerLimits {
    fn default() -> Self {
        Self { connections_max: i32::MAX as u32, creation_rate_max: i32::MAX as u32 }
    }
}

/// The limits of the node.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    /// `max.connections`.
    pub connections_max: u32,
    /// `max.connections.per.ip`.
    pub connections_per_ip_max: u32,
    /// `max.connections.per.ip.overrides`: addresses or names of hosts.
    pub connections_per_ip_overrides: Vec<(String, u32)>,
    /// `max.connection.creation.rate`, per second.
    pub creation_rate_max: u32,
    /// Those of each listener, by its number; a listener that is not named has none.
    pub listeners: Vec<ListenerLimits>,
}

impl ConnectionLimits {
    fn listener(&self, place: usize) -> ListenerLimits {
        self.listeners.get(place).copied().unwrap_or_default()
    }
}

/// Finds the address of a host. One without an address can connect to nobody, so its limit limits nobody.
pub type Resolve = fn(&str) -> Option<IpAddr>;

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections_max: i32::MAX as u32,
            connections_per_ip_max: i32::MAX as u32,
            connections_per_ip_overrides: Vec::new(),
            creation_rate_max: i32::MAX as u32,
            listeners: Vec::new(),
        }
    }
}

/// A bucket that fills with `rate` tokens a second and holds one second's worth.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    rate: u32,
    tokens: f64,
    filled_at: Mono,
}

impl Bucket {
    fn new(rate: u32) -> Self {
        Self { rate, tokens: f64::from(rate), filled_at: Mono(0) }
    }

    /// Takes another rate, and begins anew with it.
    fn set_rate(&mut self, rate: u32) {
        if rate != self.rate {
            *self = Self { filled_at: self.filled_at, ..Self::new(rate) };
        }
    }

    fn fill(&mut self, now: Mono) {
        let seconds = now.since(self.filled_at).as_secs_f64();
        self.tokens = (self.tokens + seconds * f64::from(self.rate)).min(f64::from(self.rate.max(1)));
        self.filled_at = now;
    }

    /// How long until there is a token.
    fn wait(&mut self, now: Mono) -> Duration {
        self.fill(now);
        if self.tokens >= 1.0 {
            Duration::ZERO
        } else {
            Duration::from_secs_f64((1.0 - self.tokens) / f64::from(self.rate.max(1)))
        }
    }
}

struct Listener {
    limits: ListenerLimits,
    count: u32,
    bucket: Bucket,
    /// The listener between brokers, where there is another one for clients.
    is_protected: bool,
}

/// Whether a listener may accept now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// It may.
    Open,
    /// Not before a connection ends.
    Full,
    /// Not before this time.
    Until(Mono),
}

/// What becomes of an accepted connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is served.
    Admit,
    /// Its address has too many: it is closed.
    TooManyOfAddress,
}

/// The counts.
pub struct Quotas {
    limits: ConnectionLimits,
    /// The overrides of the limits, by address.
    by_override: Map<IpAddr, u32>,
    listeners: Vec<Listener>,
    by_address: Map<IpAddr, u32>,
    total: u32,
    /// Of these, so many were told to go.
    leaving: u32,
    bucket: Bucket,
}

impl Quotas {
    /// Nobody is connected. There are `listeners` of them, of which `protected` is exempt from the limit of all.
    pub fn new(
        limits: ConnectionLimits,
        listeners: usize,
        protected: Option<ListenerId>,
        resolve: Resolve,
    ) -> Self {
        let listener = |place: usize| {
            let limits = limits.listener(place);
            Listener {
                limits,
                count: 0,
                bucket: Bucket::new(limits.creation_rate_max),
                is_protected: protected == Some(ListenerId(place as u16)),
            }
        };
        Self {
            bucket: Bucket::new(limits.creation_rate_max),
            listeners: (0..listeners).map(listener).collect(),
            by_override: by_override(&limits, resolve),
            limits,
            by_address: Map::default(),
            total: 0,
            leaving: 0,
        }
    }

    /// Takes over new limits.
    pub fn set_limits(&mut self, limits: ConnectionLimits, resolve: Resolve) {
        if limits.connections_per_ip_overrides != self.limits.connections_per_ip_overrides {
            self.by_override = by_override(&limits, resolve);
        }
        self.bucket.set_rate(limits.creation_rate_max);
        for (place, listener) in self.listeners.iter_mut().enumerate() {
            listener.limits = limits.listener(place);
            listener.bucket.set_rate(listener.limits.creation_rate_max);
        }
        self.limits = limits;
    }

    /// How many connections have to go for the limit of all to hold. Those that were told already are not counted.
    pub fn surplus(&self) -> u32 {
        (self.total - self.leaving).saturating_sub(self.limits.connections_max)
    }

    /// So many connections were told to go.
    pub fn told_to_go(&mut self, count: u32) {
        self.leaving = (self.leaving + count).min(self.total);
    }

    /// Whether the listener may accept.
    pub fn gate(&mut self, listener: ListenerId, now: Mono) -> Gate {
        let Some(entry) = self.listeners.get_mut(usize::from(listener.0)) else { return Gate::Full };
        let is_full = entry.count >= entry.limits.connections_max
            || (!entry.is_protected && self.total >= self.limits.connections_max);
        if is_full {
            return Gate::Full;
        }
        let mut wait = entry.bucket.wait(now);
        if !entry.is_protected {
            wait = wait.max(self.bucket.wait(now));
        }
        if wait.is_zero() { Gate::Open } else { Gate::Until(now.after(wait)) }
    }

    /// Counts a connection that was accepted through an open gate.
    pub fn accepted(&mut self, listener: ListenerId, address: IpAddr) -> Verdict {
        let count = self.by_address.get(&address).copied().unwrap_or(0);
        let limit = self.by_override.get(&address).copied().unwrap_or(self.limits.connections_per_ip_max);
        let Some(entry) = self.listeners.get_mut(usize::from(listener.0)) else {
            return Verdict::TooManyOfAddress;
        };
        entry.bucket.tokens -= 1.0;
        if !entry.is_protected {
            self.bucket.tokens -= 1.0;
        }
        if count >= limit {
            return Verdict::TooManyOfAddress;
        }
        entry.count += 1;
        self.total += 1;
        self.by_address.insert(address, count + 1);
        Verdict::Admit
    }

    /// A connection that was admitted has ended.
    pub fn released(&mut self, listener: ListenerId, address: IpAddr) {
        if let Some(entry) = self.listeners.get_mut(usize::from(listener.0)) {
            entry.count = entry.count.saturating_sub(1);
        }
        self.total = self.total.saturating_sub(1);
        self.leaving = self.leaving.saturating_sub(1);
        if let Some(count) = self.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                self.by_address.remove(&address);
            }
        }
    }
}

fn by_override(limits: &ConnectionLimits, resolve: Resolve) -> Map<IpAddr, u32> {
    let overrides = limits.connections_per_ip_overrides.iter();
    overrides.filter_map(|(host, max)| Some((resolve(host)?, *max))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const CLIENTS: ListenerId = ListenerId(0);
    const BROKERS: ListenerId = ListenerId(1);

    fn at(ms: u64) -> Mono {
        Mono(ms * 1_000_000)
    }

    fn parse(host: &str) -> Option<IpAddr> {
        host.parse().ok()
    }

    fn quotas(limits: &ConnectionLimits) -> Quotas {
        Quotas::new(limits.clone(), 2, Some(BROKERS), parse)
    }

    #[test]
    fn a_full_node_accepts_nobody_but_brokers_and_evicts_for_them() {
        let mut quotas = quotas(&ConnectionLimits { connections_max: 2, ..ConnectionLimits::default() });
        for _ in 0..2 {
            assert_eq!(quotas.gate(CLIENTS, at(0)), Gate::Open);
            assert_eq!(quotas.accepted(CLIENTS, HERE), Verdict::Admit);
        }
        assert_eq!(quotas.gate(CLIENTS, at(0)), Gate::Full);
        assert_eq!(quotas.gate(BROKERS, at(0)), Gate::Open);
        assert_eq!(quotas.accepted(BROKERS, HERE), Verdict::Admit);
        assert_eq!(quotas.surplus(), 1);
        quotas.told_to_go(1);
        assert_eq!(quotas.surplus(), 0, "one is told once");
        quotas.released(CLIENTS, HERE);
        assert_eq!(quotas.gate(CLIENTS, at(0)), Gate::Full);
        quotas.released(CLIENTS, HERE);
        assert_eq!(quotas.gate(CLIENTS, at(0)), Gate::Open);
    }

    #[test]
    fn limits_of_all_kinds_change_while_connections_are_there() {
        let mut limits = ConnectionLimits::default();
        let mut quotas = quotas(&limits);
        for _ in 0..3 {
            quotas.accepted(CLIENTS, HERE);
        }
        limits.connections_max = 1;
        quotas.set_limits(limits.clone(), parse);
        assert_eq!((quotas.surplus(), quotas.gate(CLIENTS, at(0))), (2, Gate::Full));
        limits = ConnectionLimits { connections_per_ip_max: 3, ..ConnectionLimits::default() };
        quotas.set_limits(limits.clone(), parse);
        assert_eq!((quotas.surplus(), quotas.gate(CLIENTS, at(0))), (0, Gate::Open));
        assert_eq!(quotas.accepted(CLIENTS, HERE), Verdict::TooManyOfAddress);
        limits.connections_per_ip_overrides = vec![(HERE.to_string(), 4)];
        quotas.set_limits(limits.clone(), parse);
        assert_eq!(quotas.accepted(CLIENTS, HERE), Verdict::Admit);
        limits.listeners = vec![ListenerLimits { connections_max: 4, ..ListenerLimits::default() }];
        quotas.set_limits(limits.clone(), parse);
        assert_eq!((quotas.surplus(), quotas.gate(CLIENTS, at(0))), (0, Gate::Full));
        limits.listeners = vec![ListenerLimits { creation_rate_max: 1, ..ListenerLimits::default() }];
        quotas.set_limits(limits, parse);
        assert_eq!(quotas.gate(CLIENTS, at(0)), Gate::Open);
        quotas.released(CLIENTS, HERE);
        quotas.accepted(CLIENTS, HERE);
        assert_eq!(quotas.gate(CLIENTS, at(0)), Gate::Until(at(1000)));
        assert_eq!(quotas.gate(BROKERS, at(0)), Gate::Open);
    }

    #[test]
    fn an_address_with_too_many_is_refused_and_an_override_goes_first() {
        let limits = ConnectionLimits {
            connections_per_ip_max: 1,
            connections_per_ip_overrides: vec![(HERE.to_string(), 2)],
            ..ConnectionLimits::default()
        };
        let mut quotas = quotas(&limits);
        assert_eq!(quotas.accepted(CLIENTS, HERE), Verdict::Admit);
        assert_eq!(quotas.accepted(CLIENTS, HERE), Verdict::Admit);
        assert_eq!(quotas.accepted(CLIENTS, HERE), Verdict::TooManyOfAddress);
        let other = IpAddr::from([10, 0, 0, 1]);
        assert_eq!(quotas.accepted(CLIENTS, other), Verdict::Admit);
        assert_eq!(quotas.accepted(CLIENTS, other), Verdict::TooManyOfAddress);
        quotas.released(CLIENTS, other);
        assert_eq!(quotas.accepted(CLIENTS, other), Verdict::Admit);
    }

    #[test]
    fn above_the_creation_rate_accepting_waits() {
        let mut quotas = quotas(&ConnectionLimits { creation_rate_max: 10, ..ConnectionLimits::default() });
        for _ in 0..10 {
            assert_eq!(quotas.gate(CLIENTS, at(1000)), Gate::Open);
            quotas.accepted(CLIENTS, HERE);
        }
        let Gate::Until(next) = quotas.gate(CLIENTS, at(1000)) else { panic!("the bucket is empty") };
        assert!(next > at(1050) && next <= at(1101), "a tenth of a second for the next, got {next:?}");
        assert_eq!(quotas.gate(CLIENTS, at(1101)), Gate::Open);
    }
}

//! Who may connect: counts and rates of connections, decided in one place for the whole node.
//!
//! As Kafka decides: at `max.connections`, of the node or of a listener, that listener accepts nobody until a connection
//! ends; the listener between brokers is exempt from the node's limit, and makes room by having the connection closed
//! that was idle longest. Above the limit of an address a connection is accepted and closed. Above a creation rate
//! accepting waits.
//!
//! Pure: takes the time, knows no sockets.
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
    /// `max.connections.per.ip.overrides`, resolved.
    pub connections_per_ip_overrides: Vec<(IpAddr, u32)>,
    /// `max.connection.creation.rate`, per second.
    pub creation_rate_max: u32,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections_max: i32::MAX as u32,
            connections_per_ip_max: i32::MAX as u32,
            connections_per_ip_overrides: Vec::new(),
            creation_rate_max: i32::MAX as u32,
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
    /// The listener between brokers, when it is not the only one.
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
    /// It is served, and another one has to make room.
    AdmitAndEvict,
    /// Its address has too many: it is closed.
    TooManyOfAddress,
}

/// The counts.
pub struct Quotas {
    limits: ConnectionLimits,
    listeners: Vec<Listener>,
    by_address: Map<IpAddr, u32>,
    total: u32,
    bucket: Bucket,
}

impl Quotas {
    /// Nobody is connected. `protected` is the listener between brokers.
    pub fn new(
        limits: ConnectionLimits,
        listeners: &[ListenerLimits],
        protected: Option<ListenerId>,
    ) -> Self {
        let is_only = listeners.len() == 1;
        Self {
            bucket: Bucket::new(limits.creation_rate_max),
            limits,
            listeners: listeners
                .iter()
                .enumerate()
                .map(|(index, &limits)| Listener {
                    limits,
                    count: 0,
                    bucket: Bucket::new(limits.creation_rate_max),
                    is_protected: !is_only && protected == Some(ListenerId(index as u16)),
                })
                .collect(),
            by_address: Map::default(),
            total: 0,
        }
    }

    /// Takes over new limits of the node. Nobody is sent away because of them.
    pub fn set_limits(&mut self, limits: ConnectionLimits) {
        if limits.creation_rate_max != self.limits.creation_rate_max {
            self.bucket =
                Bucket { filled_at: self.bucket.filled_at, ..Bucket::new(limits.creation_rate_max) };
        }
        self.limits = limits;
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
        let overrides = &self.limits.connections_per_ip_overrides;
        let limit = overrides
            .iter()
            .find(|(ip, _)| *ip == address)
            .map_or(self.limits.connections_per_ip_max, |(_, limit)| *limit);
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
        if self.total > self.limits.connections_max { Verdict::AdmitAndEvict } else { Verdict::Admit }
    }

    /// A connection that was admitted has ended.
    pub fn released(&mut self, listener: ListenerId, address: IpAddr) {
        if let Some(entry) = self.listeners.get_mut(usize::from(listener.0)) {
            entry.count = entry.count.saturating_sub(1);
        }
        self.total = self.total.saturating_sub(1);
        if let Some(count) = self.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                self.by_address.remove(&address);
            }
        }
    }
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

    #[test]
    fn a_full_node_accepts_nobody_but_brokers_and_evicts_for_them() {
        let limits = ConnectionLimits { connections_max: 2, ..ConnectionLimits::default() };
        let mut quotas = Quotas::new(limits, &[ListenerLimits::default(); 2], Some(BROKERS));
        for _ in 0..2 {
            assert_eq!(quotas.gate(CLIENTS, at(0)), Gate::Open);
            assert_eq!(quotas.accepted(CLIENTS, HERE), Verdict::Admit);
        }
        assert_eq!(quotas.gate(CLIENTS, at(0)), Gate::Full);
        assert_eq!(quotas.gate(BROKERS, at(0)), Gate::Open);
        assert_eq!(quotas.accepted(BROKERS, HERE), Verdict::AdmitAndEvict);
        quotas.released(CLIENTS, HERE);
        assert_eq!(quotas.gate(CLIENTS, at(0)), Gate::Full);
        quotas.released(CLIENTS, HERE);
        assert_eq!(quotas.gate(CLIENTS, at(0)), Gate::Open);
    }

    #[test]
    fn the_only_listener_is_not_exempt() {
        let limits = ConnectionLimits { connections_max: 1, ..ConnectionLimits::default() };
        let mut quotas = Quotas::new(limits, &[ListenerLimits::default()], Some(CLIENTS));
        quotas.accepted(CLIENTS, HERE);
        assert_eq!(quotas.gate(CLIENTS, at(0)), Gate::Full);
    }

    #[test]
    fn an_address_with_too_many_is_refused_and_an_override_goes_first() {
        let limits = ConnectionLimits {
            connections_per_ip_max: 1,
            connections_per_ip_overrides: vec![(HERE, 2)],
            ..ConnectionLimits::default()
        };
        let mut quotas = Quotas::new(limits, &[ListenerLimits::default()], None);
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
        let limits = ConnectionLimits { creation_rate_max: 10, ..ConnectionLimits::default() };
        let mut quotas = Quotas::new(limits, &[ListenerLimits::default()], None);
        for _ in 0..10 {
            assert_eq!(quotas.gate(CLIENTS, at(1000)), Gate::Open);
            quotas.accepted(CLIENTS, HERE);
        }
        let Gate::Until(next) = quotas.gate(CLIENTS, at(1000)) else { panic!("the bucket is empty") };
        assert!(next > at(1050) && next <= at(1101), "a tenth of a second for the next, got {next:?}");
        assert_eq!(quotas.gate(CLIENTS, at(1101)), Gate::Open);
    }
}

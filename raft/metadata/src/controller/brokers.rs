//! The life of brokers and controllers: registration, heartbeats, sessions, controlled shutdown, fencing.
//!
//! A broker registers with an incarnation of its own and gets an epoch; it is unfenced once it has read its own registration
//! in the metadata log; it asks to go, loses its leaderships, and goes when all others have seen that. A broker that is not
//! heard from is fenced. Whatever changes about a broker changes the partitions it is in, in the same batch.
//!
//! Sessions are the only state that is not in the log: after a change of leader every unfenced
//! broker has a full session again.

use super::api::Response;
use super::election::{Election, Rules, Target};
use super::{Active, Outcome, Refusal, Turn};
use crate::cluster::{Broker, BrokerChange, Controller, Endpoint, SupportedFeature};
use crate::features::{METADATA_VERSION, MetadataVersion};
use crate::records::Record;
use crate::topics::{Partition, Topic, directory};
use protocol::client::broker_heartbeat::{BrokerHeartbeatRequest, BrokerHeartbeatResponse};
use protocol::client::broker_registration::{BrokerRegistrationRequest, BrokerRegistrationResponse};
use protocol::client::controller_registration::{
    ControllerRegistrationRequest, ControllerRegistrationResponse,
};
use protocol::client::unregister_broker::{UnregisterBrokerRequest, UnregisterBrokerResponse};
use protocol::client::unregister_controller::{UnregisterControllerRequest, UnregisterControllerResponse};
use protocol::{BrokerId, ErrorCode, Mono, Offset, PartitionIndex, Uuid};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is remembered of a broker between heartbeats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Session {
    last_contact: Mono,
    /// How far the broker has read the metadata log.
    metadata_offset: Offset,
    /// The last offset of the batch that began the broker's controlled shutdown.
    shutdown_offset: Option<Offset>,
}

impl Session {
    pub(super) fn at(now: Mono) -> Self {
        Self { last_contact: now, metadata_offset: Offset::NONE, shutdown_offset: None }
    }

    pub(super) fn is_shutting_down(&self) -> bool {
        self.shutdown_offset.is_some()
    }
}

/// The state of a broker as its heartbeats move it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BrokerState {
    Fenced,
    Unfenced,
    ControlledShutdown,
    ShutdownNow,
}

impl Active {
    /// When the session that is oldest runs out.
    pub(super) fn next_session_end(&self, timeout_ms: i64) -> Mono {
        let oldest = self.sessions.values().map(|s| s.last_contact).min();
        // One nanosecond later: a session is valid up to and with its end.
        oldest.map_or(Mono::NEVER, |at| Mono(at.after_ms(timeout_ms).0.saturating_add(1)))
    }

    /// A broker whose session has run out, the one longest silent first.
    pub(super) fn expired_session(&self, now: Mono, timeout_ms: i64) -> Option<BrokerId> {
        let (id, session) = self.sessions.iter().min_by_key(|(id, s)| (s.last_contact, **id))?;
        (session.last_contact.after_ms(timeout_ms) < now).then_some(*id)
    }
}

impl Turn<'_> {
    fn has_session(&self, id: BrokerId) -> bool {
        self.active
            .sessions
            .get(&id)
            .is_some_and(|s| s.last_contact.after_ms(self.settings.session_timeout_ms) >= self.now.mono)
    }

    /// Refuses a request in the name of another incarnation.
    pub(super) fn check_epoch(&self, id: BrokerId, epoch: Offset) -> Result<&Arc<Broker>, Refusal> {
        let stale = |text| Refusal::new(ErrorCode::StaleBrokerEpoch, text);
        match self.active.broker(id) {
            None => Err(stale(format!("No broker registration found for broker id {id}"))),
            Some(broker) if broker.epoch != epoch => {
                Err(stale(format!("Expected broker epoch {}, but got broker epoch {epoch}", broker.epoch)))
            }
            Some(broker) => Ok(broker),
        }
    }

    // BrokerRegistration, versions 0 to 4.

    pub(super) fn register_broker(
        &mut self,
        request: &BrokerRegistrationRequest<'_>,
    ) -> Result<Outcome, Refusal> {
        if request.cluster_id != self.settings.cluster_id {
            return Err(Refusal::new(
                ErrorCode::InconsistentClusterId,
                format!(
                    "Expected cluster ID {}, but got cluster ID {}",
                    self.settings.cluster_id, request.cluster_id
                ),
            ));
        }
        let id = BrokerId(request.broker_id);
        let existing = self.active.broker(id).cloned();
        let same = existing.as_ref().is_some_and(|b| b.incarnation == request.incarnation_id);
        if let Some(existing) = &existing
            && self.has_session(id)
            && !same
            && !existing.in_controlled_shutdown
        {
            return Err(Refusal::new(
                ErrorCode::DuplicateBrokerRegistration,
                "Another broker is registered with that broker id.",
            ));
        }
        if request.is_migrating_zk_broker {
            return Err(Refusal::new(
                ErrorCode::BrokerIdNotRegistered,
                "Controller does not support registering ZK brokers.",
            ));
        }
        let level = self.level();
        if level.has_directory_assignment() {
            self.check_log_dirs(id, &request.log_dirs)?;
        }
        let features = self.registration_features(request)?;
        let mut records = Vec::new();
        let mut broker = Broker {
            id,
            epoch: self.active.next,
            incarnation: request.incarnation_id,
            endpoints: (request.listeners.iter())
                .map(|l| Endpoint {
                    listener: l.name.to_string(),
                    host: l.host.to_string(),
                    port: l.port,
                    security_protocol: l.security_protocol,
                })
                .collect(),
            features,
            rack: request.rack.as_ref().map(ToString::to_string),
            fenced: true,
            in_controlled_shutdown: false,
            log_dirs: if level.has_directory_assignment() { request.log_dirs.clone() } else { Vec::new() },
            cordoned: None,
            migrating_zk: false,
        };
        match &existing {
            Some(existing) if same => {
                broker.epoch = existing.epoch;
                broker.fenced = existing.fenced;
                broker.in_controlled_shutdown = existing.in_controlled_shutdown;
                broker.cordoned.clone_from(&existing.cordoned);
            }
            _ => {
                let clean =
                    existing.as_ref().is_some_and(|b| b.epoch == Offset(request.previous_broker_epoch));
                records = self.new_incarnation(id, clean);
                self.active.sessions.remove(&id);
            }
        }
        self.active.sessions.entry(id).or_insert_with(|| Session::at(self.now.mono)).last_contact =
            self.now.mono;
        let response = BrokerRegistrationResponse { broker_epoch: broker.epoch.0, ..Default::default() };
        records.push(Record::RegisterBroker(Arc::new(broker)));
        Ok(Outcome { records, response: Response::BrokerRegistration(response) })
    }

    fn check_log_dirs(&self, id: BrokerId, dirs: &[Uuid]) -> Result<(), Refusal> {
        let invalid = |text: String| Refusal::new(ErrorCode::InvalidRegistration, text);
        if dirs.is_empty() {
            return Err(invalid("No directories specified in request".to_owned()));
        }
        if dirs.iter().any(|d| directory::is_reserved(*d)) {
            return Err(invalid("Reserved directory ID in request".to_owned()));
        }
        if dirs.iter().collect::<BTreeSet<_>>().len() != dirs.len() {
            return Err(invalid("Duplicate directory ID in request".to_owned()));
        }
        for other in self.state().brokers.values().filter(|b| b.id != id) {
            if let Some(dir) = dirs.iter().find(|d| other.log_dirs.contains(d)) {
                return Err(invalid(format!(
                    "Broker {} is already registered with directory {dir}",
                    other.id
                )));
            }
        }
        Ok(())
    }

    /// The broker must be able to run every level that is finalised.
    fn registration_features(
        &self,
        request: &BrokerRegistrationRequest<'_>,
    ) -> Result<Vec<SupportedFeature>, Refusal> {
        let finalized = &self.state().features;
        let check = |name: &str, min: i16, max: i16| {
            let level = match name {
                // The quorum's own level; it is not in the metadata log.
                crate::features::KRAFT_VERSION => self.state().kraft_version,
                _ => finalized.level(name),
            };
            if (min..=max).contains(&level) {
                return Ok(());
            }
            Err(Refusal::new(
                ErrorCode::UnsupportedVersion,
                format!(
                    "Unable to register because the broker does not support finalized version {level} of {name}. \
                     The broker wants a version between {min} and {max}, inclusive."
                ),
            ))
        };
        let mut features = Vec::with_capacity(request.features.len());
        for f in &request.features {
            check(&f.name, f.min_supported_version, f.max_supported_version)?;
            features.push(SupportedFeature {
                name: f.name.to_string(),
                min: f.min_supported_version,
                max: f.max_supported_version,
            });
        }
        // A broker that does not name metadata.version is one of the first release that had it.
        if !request.features.iter().any(|f| f.name == METADATA_VERSION) {
            let level = MetadataVersion::MIN.0;
            check(METADATA_VERSION, level, level)?;
            features.push(SupportedFeature { name: METADATA_VERSION.to_owned(), min: level, max: level });
        }
        for (name, level) in &finalized.levels {
            if *level != 0 && !request.features.iter().any(|f| f.name == *name) {
                check(name, 0, 0)?;
            }
        }
        Ok(features)
    }

    /// What a broker that comes back as a new incarnation means for the partitions it was in.
    fn new_incarnation(&mut self, id: BrokerId, clean: bool) -> Vec<Record> {
        if !self.level().has_elr() {
            return Vec::new();
        }
        if clean {
            return self
                .partitions_after(Move { remove: Some(id), ..Move::default() }, |p| p.isr.contains(&id));
        }
        let unclean = Move { unclean: Some(id), ..Move::default() };
        let mut records = self.partitions_after(unclean, |p| p.isr.contains(&id));
        records.extend(self.partitions_after(unclean, |p| p.elr.contains(&id)));
        records
    }

    // BrokerHeartbeat, versions 0 to 2.

    pub(super) fn broker_heartbeat(&mut self, request: &BrokerHeartbeatRequest) -> Result<Outcome, Refusal> {
        let id = BrokerId(request.broker_id);
        let broker = Arc::clone(self.check_epoch(id, Offset(request.broker_epoch))?);
        let registered_at = *self.active.registered_at.get(&id).ok_or_else(|| {
            let text = format!("Receive a heartbeat from broker {id} before registration");
            Refusal::new(ErrorCode::StaleBrokerEpoch, text)
        })?;
        let caught_up = request.current_metadata_offset >= registered_at.0;
        let now = self.now.mono;
        self.active.sessions.entry(id).or_insert_with(|| Session::at(now)).last_contact = now;
        let (current, next) = self.next_state(&broker, request, caught_up);
        let mut records = Vec::new();
        if current != next {
            records = match next {
                BrokerState::Fenced | BrokerState::ShutdownNow => self.fence(id),
                BrokerState::Unfenced => self.unfence(&broker),
                BrokerState::ControlledShutdown => self.begin_shutdown(&broker),
            };
        }
        let fenced = matches!(next, BrokerState::Fenced | BrokerState::ShutdownNow);
        let level = self.level();
        if level.has_directory_assignment() {
            records.extend(self.directories_offline(&broker, &request.offline_log_dirs));
        }
        if level.has_cordoned_log_dirs()
            && let Some(cordoned) = &request.cordoned_log_dirs
            && broker.cordoned.as_ref() != Some(cordoned)
        {
            let change =
                BrokerChange { cordoned: Some(cordoned.clone()), ..BrokerChange::of(id, broker.epoch) };
            records.push(Record::BrokerChange(Box::new(change)));
        }
        let end = self.active.next.plus(records.len() as i64);
        let session = self.active.sessions.get_mut(&id).expect("the session was just touched");
        session.metadata_offset = Offset(request.current_metadata_offset);
        if fenced {
            // A fenced broker leaves controlled shutdown; its next heartbeat lets it go.
            session.shutdown_offset = None;
        } else if next == BrokerState::ControlledShutdown && session.shutdown_offset.is_none() {
            session.shutdown_offset = Some(Offset(end.0 - 1));
        }
        let response = BrokerHeartbeatResponse {
            is_caught_up: caught_up,
            is_fenced: fenced,
            should_shut_down: next == BrokerState::ShutdownNow,
            ..Default::default()
        };
        Ok(Outcome { records, response: Response::BrokerHeartbeat(response) })
    }

    fn next_state(
        &self,
        broker: &Broker,
        request: &BrokerHeartbeatRequest,
        caught_up: bool,
    ) -> (BrokerState, BrokerState) {
        use BrokerState::{ControlledShutdown, Fenced, ShutdownNow, Unfenced};
        let shutdown_offset = self.active.sessions.get(&broker.id).and_then(|s| s.shutdown_offset);
        let leads = || self.state().partitions().any(|(_, _, p)| p.leader == broker.id);
        match shutdown_offset {
            Some(offset) => {
                // Everyone else must have seen the new leaders before the old one goes.
                let next = if leads() || offset > self.lowest_active_offset() {
                    ControlledShutdown
                } else {
                    ShutdownNow
                };
                (ControlledShutdown, next)
            }
            None if broker.fenced => {
                let next = match (request.want_shut_down, request.want_fence) {
                    (true, _) => ShutdownNow,
                    (false, false) if caught_up => Unfenced,
                    (false, _) => Fenced,
                };
                (Fenced, next)
            }
            None => {
                let next = match (request.want_fence, request.want_shut_down) {
                    (true, true) => ShutdownNow,
                    (true, false) => Fenced,
                    (false, true) if leads() => ControlledShutdown,
                    (false, true) => ShutdownNow,
                    (false, false) => Unfenced,
                };
                (Unfenced, next)
            }
        }
    }

    /// How far the slowest broker that stays has read the metadata log.
    fn lowest_active_offset(&self) -> Offset {
        self.active
            .sessions
            .iter()
            .filter(|(id, s)| {
                s.shutdown_offset.is_none() && self.active.broker(**id).is_some_and(|b| !b.fenced)
            })
            .map(|(_, s)| s.metadata_offset)
            .min()
            .unwrap_or(Offset(i64::MAX))
    }

    // What a broker's change means for partitions.

    /// Records that take a broker out of every ISR and fence it.
    pub(super) fn fence(&mut self, id: BrokerId) -> Vec<Record> {
        let Some(broker) = self.active.broker(id).cloned() else { return Vec::new() };
        let mut records =
            self.partitions_after(Move { remove: Some(id), ..Move::default() }, |p| p.isr.contains(&id));
        let change = BrokerChange { fenced: Some(true), ..BrokerChange::of(id, broker.epoch) };
        records.push(Record::BrokerChange(Box::new(change)));
        records
    }

    /// Records that unfence a broker and let it lead what has no leader.
    pub(super) fn unfence(&mut self, broker: &Broker) -> Vec<Record> {
        let change = BrokerChange { fenced: Some(false), ..BrokerChange::of(broker.id, broker.epoch) };
        let mut records = vec![Record::BrokerChange(Box::new(change))];
        records.extend(
            self.partitions_after(Move { add: Some(broker.id), ..Move::default() }, |p| !p.has_leader()),
        );
        records
    }

    pub(super) fn begin_shutdown(&mut self, broker: &Broker) -> Vec<Record> {
        let id = broker.id;
        let mut records = Vec::new();
        if !broker.in_controlled_shutdown {
            let change =
                BrokerChange { in_controlled_shutdown: Some(true), ..BrokerChange::of(id, broker.epoch) };
            records.push(Record::BrokerChange(Box::new(change)));
        }
        records.extend(
            self.partitions_after(Move { remove: Some(id), ..Move::default() }, |p| p.isr.contains(&id)),
        );
        records
    }

    fn directories_offline(&mut self, broker: &Broker, offline: &[Uuid]) -> Vec<Record> {
        let gone: Vec<Uuid> = broker.log_dirs.iter().copied().filter(|d| offline.contains(d)).collect();
        let mut records = Vec::new();
        if gone.is_empty() {
            return records;
        }
        let id = broker.id;
        for dir in gone {
            records.extend(self.partitions_after(Move { remove: Some(id), ..Move::default() }, |p| {
                p.directories.contains(&dir)
            }));
        }
        let online: Vec<Uuid> = broker.log_dirs.iter().copied().filter(|d| !offline.contains(d)).collect();
        if !online.is_empty() {
            let change = BrokerChange { log_dirs: Some(online), ..BrokerChange::of(id, broker.epoch) };
            records.push(Record::BrokerChange(Box::new(change)));
        }
        records
    }

    /// The records of all partitions that `concerned` picks, after a broker came or went.
    pub(super) fn partitions_after(
        &self,
        moved: Move,
        concerned: impl Fn(&Partition) -> bool,
    ) -> Vec<Record> {
        let mut records = Vec::new();
        for topic in self.state().topics().values() {
            let mut rules: Option<TopicRules> = None;
            for (index, partition) in topic.partitions.iter() {
                if !concerned(partition) {
                    continue;
                }
                let rules = rules.get_or_insert_with(|| self.topic_rules(topic));
                records.extend(self.partition_after(topic, *index, partition, moved, rules));
            }
        }
        records
    }

    pub(super) fn partition_after(
        &self,
        topic: &Topic,
        index: PartitionIndex,
        partition: &Partition,
        moved: Move,
        rules: &TopicRules,
    ) -> Option<Record> {
        let gone = |r: BrokerId| Some(r) == moved.remove || Some(r) == moved.unclean;
        // A broker being unfenced is still fenced in the state these records are made from.
        let acceptable = |r: BrokerId| {
            !gone(r)
                && (Some(r) == moved.add || self.active.is_active(r))
                && self.has_online_replica(partition, r)
        };
        let default_dir = |r| self.default_dir(r);
        let mut target =
            Target::of(topic.id, index, partition, self.election_rules(rules, &default_dir), &acceptable);
        if rules.unclean {
            target.election = Election::Unclean;
        }
        target.unclean_shutdown = moved.unclean;
        target.isr.retain(|r| !gone(*r));
        target.build().map(|change| Record::PartitionChange(Box::new(change)))
    }

    pub(super) fn election_rules<'b>(
        &self,
        rules: &TopicRules,
        default_dir: &'b dyn Fn(BrokerId) -> Uuid,
    ) -> Rules<'b> {
        Rules {
            level: self.level(),
            min_isr: rules.min_isr,
            elr_enabled: self.state().features.elr_enabled(),
            default_dir,
        }
    }

    /// Whether a replica's log dir is online on its broker.
    pub(super) fn has_online_replica(&self, partition: &Partition, replica: BrokerId) -> bool {
        let dir = partition.directory_of(replica).unwrap_or(directory::MIGRATING);
        self.active.broker(replica).is_some_and(|b| b.has_online_dir(dir))
    }

    /// Where a new replica goes on a broker, if that is clear.
    pub(super) fn default_dir(&self, id: BrokerId) -> Uuid {
        let Some(broker) = self.active.broker(id) else { return directory::UNASSIGNED };
        if broker.log_dirs.is_empty() {
            return directory::MIGRATING;
        }
        let cordoned = broker.cordoned.as_deref().unwrap_or(&[]);
        let mut open = broker.log_dirs.iter().filter(|d| !cordoned.contains(d));
        match (open.next(), open.next()) {
            (Some(dir), None) => *dir,
            _ => directory::UNASSIGNED,
        }
    }

    /// What the topic's configs say about elections.
    pub(super) fn topic_rules(&self, topic: &Topic) -> TopicRules {
        let replication = topic.partitions.values().next().map_or(1, |p| p.replicas.len());
        let min_isr: i32 = self.topic_value(
            &topic.name,
            "min.insync.replicas",
            |text| text.parse().ok(),
            |layers| layers.settings.read("min.insync.replicas"),
        );
        let unclean = self.topic_value(
            &topic.name,
            "unclean.leader.election.enable",
            |text| Some(text.eq_ignore_ascii_case("true")),
            |layers| layers.settings.read("unclean.leader.election.enable"),
        );
        TopicRules { min_isr: (min_isr.max(0) as usize).min(replication), unclean }
    }

    // ControllerRegistration, version 0.

    pub(super) fn register_controller(
        &mut self,
        request: &ControllerRegistrationRequest<'_>,
    ) -> Result<Outcome, Refusal> {
        if !self.level().has_controller_registration() {
            return Err(Refusal::new(
                ErrorCode::UnsupportedVersion,
                "The current MetadataVersion is too old to support controller registrations.",
            ));
        }
        let controller = Controller {
            id: BrokerId(request.controller_id),
            incarnation: request.incarnation_id,
            zk_migration_ready: false,
            endpoints: (request.listeners.iter())
                .map(|l| Endpoint {
                    listener: l.name.to_string(),
                    host: l.host.to_string(),
                    port: l.port,
                    security_protocol: l.security_protocol,
                })
                .collect(),
            features: (request.features.iter())
                .map(|f| SupportedFeature {
                    name: f.name.to_string(),
                    min: f.min_supported_version,
                    max: f.max_supported_version,
                })
                .collect(),
        };
        Ok(Outcome {
            records: vec![Record::RegisterController(Arc::new(controller))],
            response: Response::ControllerRegistration(ControllerRegistrationResponse::default()),
        })
    }

    // UnregisterBroker, version 0, and UnregisterController, version 0.

    pub(super) fn unregister_broker(
        &mut self,
        request: &UnregisterBrokerRequest,
    ) -> Result<Outcome, Refusal> {
        let id = BrokerId(request.broker_id);
        let Some(broker) = self.active.broker(id).cloned() else {
            let text = format!("Broker ID {id} is not currently registered");
            return Err(Refusal::new(ErrorCode::BrokerIdNotRegistered, text));
        };
        let gone = Move { remove: Some(id), ..Move::default() };
        let mut records = self.partitions_after(gone, |p| p.isr.contains(&id));
        records.extend(self.partitions_after(gone, |p| p.elr.contains(&id)));
        records.push(Record::UnregisterBroker { id, epoch: broker.epoch });
        self.active.sessions.remove(&id);
        let response = UnregisterBrokerResponse::default();
        Ok(Outcome { records, response: Response::UnregisterBroker(response) })
    }

    pub(super) fn unregister_controller(
        &mut self,
        request: &UnregisterControllerRequest,
    ) -> Result<Outcome, Refusal> {
        let id = BrokerId(request.controller_id);
        if !self.level().has_controller_unregistration() {
            return Err(Refusal::new(
                ErrorCode::UnsupportedVersion,
                "The current MetadataVersion is too old to support controller unregistrations.",
            ));
        }
        if !self.state().controllers.contains_key(&id) {
            let text = format!("Controller ID {id} is not currently registered.");
            return Err(Refusal::new(ErrorCode::ControllerIdNotRegistered, text));
        }
        let response = UnregisterControllerResponse::default();
        let records = vec![Record::UnregisterController { id }];
        Ok(Outcome { records, response: Response::UnregisterController(response) })
    }
}

/// Which broker comes or goes, and how.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Move {
    /// Leaves every ISR and leads nothing.
    pub(super) remove: Option<BrokerId>,
    /// May lead from here on.
    pub(super) add: Option<BrokerId>,
    /// Came back without what it had: leaves every ISR and is not eligible either.
    pub(super) unclean: Option<BrokerId>,
}

/// What a topic's configs say about elections.
#[derive(Clone, Copy, Debug)]
pub(super) struct TopicRules {
    /// `min.insync.replicas`, at most the replication factor.
    pub(super) min_isr: usize,
    /// `unclean.leader.election.enable`.
    pub(super) unclean: bool,
}

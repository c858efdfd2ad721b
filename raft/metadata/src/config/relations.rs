//! What must hold between the keys of one node, beyond each value by itself; and what follows from them together.
//!
//! Checked when the file is loaded, and again on every change at run time, over all layers. The messages have Kafka's
//! shape, its `requirement failed` included, because they are what a client sees when it alters a broker's config.

use super::Props;
use super::error::ConfigError;
use super::java;
use super::listener::{
    self, Endpoint, ProtocolMap, SecurityProtocol, listener_name, parse_endpoints, protocol_of,
};
use super::settings::Settings;
use super::value::{Voter, is_host_char, parse_bootstrap_server, parse_voter};

/// What this node is and where: everything that takes more than one key to know.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    pub id: i32,
    pub is_broker: bool,
    pub is_controller: bool,
    /// Every listener to open, the controllers' among them, in the order of the file.
    pub listeners: Vec<Endpoint>,
    /// Where clients reach this broker: no controller listener among them.
    pub advertised_broker: Vec<Endpoint>,
    /// Where this controller is reached; empty on a node that is none.
    pub advertised_controller: Vec<Endpoint>,
    pub controller_listener_names: Vec<String>,
    pub inter_broker_listener: String,
    pub inter_broker_protocol: SecurityProtocol,
    pub protocols: ProtocolMap,
    /// The members of a static quorum; empty for a dynamic one.
    pub voters: Vec<Voter>,
    pub bootstrap_servers: Vec<(String, u16)>,
    pub log_dirs: Vec<String>,
    pub metadata_log_dir: String,
    /// Most connections from an address or host, where it has a limit of its own.
    pub connections_per_ip_max: Vec<(String, i32)>,
}

impl Node {
    /// Whether the listener belongs to the controller.
    pub fn is_controller_listener(&self, name: &str) -> bool {
        self.controller_listener_names.iter().any(|known| known == name)
    }
}

fn require(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), ConfigError> {
    if holds {
        Ok(())
    } else {
        Err(ConfigError::invalid_config(format!("requirement failed: {}", otherwise())))
    }
}

/// Retention in milliseconds; -1 for none.
pub fn retention_ms(settings: &Settings) -> i64 {
    let ms: Option<i64> = settings.read("log.retention.ms");
    let minutes: Option<i64> = settings.read("log.retention.minutes");
    let hours: i64 = settings.read("log.retention.hours");
    let ms = ms.unwrap_or_else(|| minutes.map_or(hours * 3_600_000, |minutes| minutes * 60_000));
    if ms < 0 { -1 } else { ms }
}

/// When a segment is rolled by age, in milliseconds.
pub fn roll_ms(settings: &Settings) -> i64 {
    let ms: Option<i64> = settings.read("log.roll.ms");
    ms.unwrap_or_else(|| settings.read::<i64>("log.roll.hours") * 3_600_000)
}

pub fn roll_jitter_ms(settings: &Settings) -> i64 {
    let ms: Option<i64> = settings.read("log.roll.jitter.ms");
    ms.unwrap_or_else(|| settings.read::<i64>("log.roll.jitter.hours") * 3_600_000)
}

pub fn flush_ms(settings: &Settings) -> i64 {
    let ms: Option<i64> = settings.read("log.flush.interval.ms");
    ms.unwrap_or_else(|| settings.read("log.flush.scheduler.interval.ms"))
}

enum Relation {
    AtLeast,
    AtMost,
    Below,
}

use Relation::{AtLeast, AtMost, Below};

/// Bounds of the coordinators that are keys themselves.
const BOUNDS: &[(&str, Relation, &str)] = &[
    ("group.consumer.max.heartbeat.interval.ms", AtLeast, "group.consumer.min.heartbeat.interval.ms"),
    ("group.consumer.heartbeat.interval.ms", AtLeast, "group.consumer.min.heartbeat.interval.ms"),
    ("group.consumer.heartbeat.interval.ms", AtMost, "group.consumer.max.heartbeat.interval.ms"),
    ("group.consumer.max.session.timeout.ms", AtLeast, "group.consumer.min.session.timeout.ms"),
    ("group.consumer.session.timeout.ms", AtLeast, "group.consumer.min.session.timeout.ms"),
    ("group.consumer.session.timeout.ms", AtMost, "group.consumer.max.session.timeout.ms"),
    ("group.consumer.heartbeat.interval.ms", Below, "group.consumer.session.timeout.ms"),
    ("group.consumer.max.assignment.interval.ms", AtLeast, "group.consumer.min.assignment.interval.ms"),
    ("group.consumer.assignment.interval.ms", AtLeast, "group.consumer.min.assignment.interval.ms"),
    ("group.consumer.assignment.interval.ms", AtMost, "group.consumer.max.assignment.interval.ms"),
    ("group.share.max.heartbeat.interval.ms", AtLeast, "group.share.min.heartbeat.interval.ms"),
    ("group.share.heartbeat.interval.ms", AtLeast, "group.share.min.heartbeat.interval.ms"),
    ("group.share.heartbeat.interval.ms", AtMost, "group.share.max.heartbeat.interval.ms"),
    ("group.share.max.session.timeout.ms", AtLeast, "group.share.min.session.timeout.ms"),
    ("group.share.session.timeout.ms", AtLeast, "group.share.min.session.timeout.ms"),
    ("group.share.session.timeout.ms", AtMost, "group.share.max.session.timeout.ms"),
    ("group.share.heartbeat.interval.ms", Below, "group.share.session.timeout.ms"),
    ("group.share.max.assignment.interval.ms", AtLeast, "group.share.min.assignment.interval.ms"),
    ("group.share.assignment.interval.ms", AtLeast, "group.share.min.assignment.interval.ms"),
    ("group.share.assignment.interval.ms", AtMost, "group.share.max.assignment.interval.ms"),
    ("group.streams.max.heartbeat.interval.ms", AtLeast, "group.streams.min.heartbeat.interval.ms"),
    ("group.streams.heartbeat.interval.ms", AtLeast, "group.streams.min.heartbeat.interval.ms"),
    ("group.streams.heartbeat.interval.ms", AtMost, "group.streams.max.heartbeat.interval.ms"),
    ("group.streams.max.session.timeout.ms", AtLeast, "group.streams.min.session.timeout.ms"),
    ("group.streams.session.timeout.ms", AtLeast, "group.streams.min.session.timeout.ms"),
    ("group.streams.session.timeout.ms", AtMost, "group.streams.max.session.timeout.ms"),
    ("group.streams.heartbeat.interval.ms", Below, "group.streams.session.timeout.ms"),
    ("group.streams.num.standby.replicas", AtMost, "group.streams.max.standby.replicas"),
    ("group.streams.num.warmup.replicas", AtMost, "group.streams.max.warmup.replicas"),
    ("group.streams.task.offset.interval.ms", AtLeast, "group.streams.min.task.offset.interval.ms"),
    ("group.streams.max.assignment.interval.ms", AtLeast, "group.streams.min.assignment.interval.ms"),
    ("group.streams.assignment.interval.ms", AtLeast, "group.streams.min.assignment.interval.ms"),
    ("group.streams.assignment.interval.ms", AtMost, "group.streams.max.assignment.interval.ms"),
    ("group.share.delivery.count.limit", AtLeast, "group.share.min.delivery.count.limit"),
    ("group.share.max.delivery.count.limit", AtLeast, "group.share.delivery.count.limit"),
    ("group.share.record.lock.duration.ms", AtLeast, "group.share.min.record.lock.duration.ms"),
    ("group.share.max.record.lock.duration.ms", AtLeast, "group.share.record.lock.duration.ms"),
    ("group.share.partition.max.record.locks", AtLeast, "group.share.min.partition.max.record.locks"),
    ("group.share.max.partition.max.record.locks", AtLeast, "group.share.partition.max.record.locks"),
    ("group.share.max.share.sessions", AtLeast, "group.share.max.size"),
];

/// The assignors that can be named; any other is a Java class.
const ASSIGNORS: &[(&str, &[&str])] = &[
    ("group.consumer.assignors", &["uniform", "range"]),
    ("group.share.assignors", &["simple"]),
    ("group.streams.assignors", &["sticky"]),
];

fn check_coordinators(settings: &Settings) -> Result<(), ConfigError> {
    for (key, relation, other) in BOUNDS {
        let (value, bound): (i64, i64) = (settings.read(key), settings.read(other));
        let (holds, words) = match relation {
            AtLeast => (value >= bound, "greater than or equal to"),
            AtMost => (value <= bound, "less than or equal to"),
            Below => (value < bound, "less than"),
        };
        if !holds {
            return Err(ConfigError::invalid_config(format!("{key} must be {words} {other}")));
        }
    }
    for (key, known) in ASSIGNORS {
        let named: Vec<String> = settings.read(key);
        if let Some(unknown) = named.iter().find(|name| !known.contains(&name.as_str())) {
            return Err(ConfigError::invalid_value(key, unknown, "Class cannot be found"));
        }
    }
    for key in ["offsets.topic.compression.codec", "share.coordinator.state.topic.compression.codec"] {
        let codec: i32 = settings.read(key);
        if !(0..=4).contains(&codec) {
            return Err(ConfigError::invalid_config(format!("Unknown compression type id: {codec}")));
        }
    }
    let protocols: Vec<String> = settings.read("group.coordinator.rebalance.protocols");
    if !protocols.iter().any(|protocol| protocol == "classic") {
        return Err(ConfigError::invalid_config("Disabling the 'classic' protocol is not supported."));
    }
    Ok(())
}

fn check_logs(settings: &Settings) -> Result<(), ConfigError> {
    require(roll_ms(settings) >= 1, || "log.roll.ms must be greater than or equal to 1".into())?;
    require(roll_jitter_ms(settings) >= 0, || {
        "log.roll.jitter.ms must be greater than or equal to 0".into()
    })?;
    let retention = retention_ms(settings);
    require(retention >= 1 || retention == -1, || {
        "log.retention.ms must be unlimited (-1) or, greater than or equal to 1".into()
    })?;
    let threads: i64 = settings.read("log.cleaner.threads");
    if threads == 0 {
        return Err(ConfigError::invalid_value("log.cleaner.threads", "0", "Value must be at least 1"));
    }
    let dedupe: i64 = settings.read("log.cleaner.dedupe.buffer.size");
    require(dedupe / threads > 1024 * 1024, || {
        "log.cleaner.dedupe.buffer.size must be at least 1MB per cleaner thread.".into()
    })?;
    let wait: i64 = settings.read("replica.fetch.wait.max.ms");
    require(wait <= settings.read::<i64>("replica.socket.timeout.ms"), || {
        "replica.socket.timeout.ms should always be at least replica.fetch.wait.max.ms to prevent unnecessary socket \
         timeouts"
            .into()
    })?;
    require(wait <= settings.read::<i64>("replica.lag.time.max.ms"), || {
        "replica.fetch.wait.max.ms should always be less than or equal to replica.lag.time.max.ms to prevent frequent \
         changes in ISR"
            .into()
    })
}

/// The limits per address, and the other limits of connections.
fn check_connections(settings: &Settings) -> Result<Vec<(String, i32)>, ConfigError> {
    const OVERRIDES: &str = "max.connections.per.ip.overrides";
    let text: String = settings.read(OVERRIDES);
    let mut overrides: Vec<(String, i32)> = Vec::new();
    for (host, limit) in listener::parse_pairs(OVERRIDES, &text)? {
        let number = java::parse_long(&limit).and_then(|n| i32::try_from(n).ok());
        let number =
            number.ok_or_else(|| ConfigError::invalid_config(format!("For input string: \"{limit}\"")))?;
        overrides.retain(|(known, _)| *known != host);
        overrides.push((host, number));
    }
    let queued: i64 = settings.read("queued.max.request.bytes");
    let largest: i64 = settings.read("socket.request.max.bytes");
    require(queued <= 0 || queued >= largest, || {
        "queued.max.request.bytes must be larger or equal to socket.request.max.bytes".into()
    })?;
    let per_ip: i32 = settings.read("max.connections.per.ip");
    require(per_ip != 0 || !overrides.is_empty(), || {
        format!("max.connections.per.ip can be set to zero only if {OVERRIDES} property is set.")
    })?;
    let wrong: Vec<&str> = overrides
        .iter()
        .map(|(host, _)| host.as_str())
        .filter(|host| !host.chars().all(is_host_char))
        .collect();
    if !wrong.is_empty() {
        return Err(ConfigError::invalid_config(format!(
            "{OVERRIDES} contains invalid addresses : {}",
            wrong.join(",")
        )));
    }
    let idle: i64 = settings.read("connections.max.idle.ms");
    let delay: i64 = settings.read("connection.failed.authentication.delay.ms");
    require(idle < 0 || delay < idle, || {
        format!(
            "connection.failed.authentication.delay.ms={delay} should always be less than \
             connections.max.idle.ms={idle} to prevent failed authentication responses from timing out"
        )
    })?;
    Ok(overrides)
}

/// The protocol map, with plain text for the controllers' listeners where nobody wrote a map and nothing is secured.
fn protocol_map(
    originals: &Props,
    settings: &Settings,
    listeners: &[String],
    controller_names: &[String],
) -> Result<ProtocolMap, ConfigError> {
    let mut map = listener::parse_protocol_map(&settings.read::<String>("listener.security.protocol.map"))?;
    if originals.contains_key("listener.security.protocol.map") {
        return Ok(map);
    }
    let is_secured = |name: &str| ["SSL", "SASL_SSL", "SASL_PLAINTEXT"].contains(&name);
    let mut any_secured = controller_names.iter().any(|name| is_secured(name));
    for text in listeners {
        any_secured = any_secured || is_secured(&listener_name(text)?);
    }
    if !any_secured {
        for name in controller_names.iter().filter(|name| *name != "PLAINTEXT") {
            map.retain(|(known, _)| known != name);
            map.push((name.clone(), SecurityProtocol::Plaintext));
        }
    }
    Ok(map)
}

/// Which listener the brokers use among themselves.
fn inter_broker(
    originals: &Props,
    settings: &Settings,
    protocols: &ProtocolMap,
) -> Result<(String, SecurityProtocol), ConfigError> {
    const BY_NAME: &str = "inter.broker.listener.name";
    const BY_PROTOCOL: &str = "security.inter.broker.protocol";
    let Some(name) = settings.read::<Option<String>>(BY_NAME) else {
        let name: String = settings.read(BY_PROTOCOL);
        let protocol = SecurityProtocol::by_name(&name)
            .expect("the rule of security.inter.broker.protocol lets only these names through");
        return Ok((protocol.name().to_string(), protocol));
    };
    if originals.contains_key(BY_PROTOCOL) {
        return Err(ConfigError::invalid_config(format!(
            "Only one of {BY_NAME} and {BY_PROTOCOL} should be set."
        )));
    }
    let name = name.to_uppercase();
    match protocol_of(protocols, &name) {
        Some(protocol) => Ok((name, protocol)),
        None => Err(ConfigError::invalid_config(format!(
            "Listener with name {name} defined in {BY_NAME} not found in listener.security.protocol.map."
        ))),
    }
}

fn advertised_controller(
    names: &[String],
    advertised: Option<&[Endpoint]>,
    listeners: &[Endpoint],
    own_voter: Option<&Voter>,
) -> Vec<Endpoint> {
    let is_anywhere = |endpoint: &Endpoint| matches!(endpoint.host.as_deref(), None | Some("0.0.0.0"));
    let found = names.iter().enumerate().filter_map(|(at, name)| {
        let same = |endpoint: &&Endpoint| endpoint.name == name.to_uppercase();
        if let Some(endpoint) = advertised.unwrap_or_default().iter().find(same) {
            return Some(endpoint.clone());
        }
        let mut endpoint = listeners.iter().find(same)?.clone();
        if is_anywhere(&endpoint) {
            endpoint.host = None;
            // A static quorum has an address for its first listener.
            if let Some(voter) = own_voter.filter(|_| at == 0) {
                endpoint.host = Some(voter.host.clone());
                endpoint.port = voter.port;
            }
        }
        Some(endpoint)
    });
    found.collect()
}

fn set_text(voters: &[Voter]) -> String {
    let ids: Vec<String> = voters.iter().map(|voter| voter.id.to_string()).collect();
    format!("Set({})", ids.join(", "))
}

const CONTROLLER_NAMES: &str = "controller.listener.names";

fn check_roles(node: &Node, listener_names: &[String]) -> Result<(), ConfigError> {
    if node.voters.is_empty() && node.bootstrap_servers.is_empty() {
        return Err(ConfigError::invalid_config(
            "If using process.roles, either controller.quorum.bootstrap.servers must contain the set of bootstrap \
             controllers or controller.quorum.voters must contain a parseable set of controllers.",
        ));
    }
    let (id, voters) = (node.id, &node.voters);
    let is_voter = voters.iter().any(|voter| voter.id == id);
    let names_in_listeners = listener_names.iter().any(|name| node.is_controller_listener(name));
    if !node.is_controller {
        require(!is_voter, || {
            format!(
                "If process.roles contains just the 'broker' role, the node id {id} must not be included in the set of \
                 voters controller.quorum.voters={}",
                set_text(voters)
            )
        })?;
        require(!names_in_listeners, || {
            format!(
                "{CONTROLLER_NAMES} must not contain a value appearing in the 'listeners' configuration when running \
                 KRaft with just the broker role"
            )
        })?;
        for name in node.controller_listener_names.iter().map(|name| name.to_uppercase()) {
            if protocol_of(&node.protocols, &name).is_none() {
                return Err(ConfigError::invalid_config(format!(
                    "Controller listener with name {name} defined in {CONTROLLER_NAMES} not found in \
                     listener.security.protocol.map  (an explicit security mapping for each controller listener is \
                     required if listener.security.protocol.map is non-empty, or if there are security protocols other \
                     than PLAINTEXT in use)"
                )));
            }
        }
        return Ok(());
    }
    require(node.is_broker || node.advertised_controller.len() == node.listeners.len(), || {
        format!(
            "The listeners config must only contain KRaft controller listeners from {CONTROLLER_NAMES} when \
             process.roles=controller"
        )
    })?;
    require(voters.is_empty() || is_voter, || {
        format!(
            "If process.roles contains the 'controller' role, the node id {id} must be included in the set of voters \
             controller.quorum.voters={}",
            set_text(voters)
        )
    })?;
    require(!node.advertised_controller.is_empty(), || {
        format!(
            "{CONTROLLER_NAMES} must contain at least one value appearing in the 'listeners' configuration when running \
             the KRaft controller role"
        )
    })?;
    require(node.controller_listener_names.iter().all(|name| listener_names.contains(name)), || {
        format!(
            "{CONTROLLER_NAMES} must only contain values appearing in the 'listeners' configuration when running the \
             KRaft controller role"
        )
    })
}

fn check_listeners(node: &Node, listener_names: &[String]) -> Result<(), ConfigError> {
    let advertised: Vec<&str> = node.advertised_broker.iter().map(|e| e.name.as_str()).collect();
    if node.is_broker {
        require(!advertised.is_empty(), || {
            format!(
                "There must be at least one broker advertised listener. Perhaps all listeners appear in \
                 {CONTROLLER_NAMES}?"
            )
        })?;
        require(advertised.contains(&node.inter_broker_listener.as_str()), || {
            format!(
                "inter.broker.listener.name must be a listener name defined in advertised.listeners. The valid options \
                 based on currently configured listeners are {}",
                advertised.join(",")
            )
        })?;
        require(advertised.iter().all(|name| listener_names.iter().any(|known| known == name)), || {
            format!(
                "advertised.listeners listener names must be equal to or a subset of the ones defined in listeners. \
                 Found {}. The valid options based on the current configuration are {}",
                advertised.join(","),
                listener_names.join(",")
            )
        })?;
    }
    let reachable = node.advertised_broker.iter().chain(&node.advertised_controller);
    require(reachable.into_iter().all(|e| e.host.as_deref() != Some("0.0.0.0")), || {
        "advertised.listeners cannot use the nonroutable meta-address 0.0.0.0. Use a routable IP address."
            .into()
    })
}

/// Checks all relations and returns what follows.
pub fn check(originals: &Props, settings: &Settings) -> Result<Node, ConfigError> {
    check_coordinators(settings)?;
    let roles: Vec<String> = settings.read("process.roles");
    let listener_texts: Vec<String> = settings.read("listeners");
    let controller_names: Vec<String> = settings.read(CONTROLLER_NAMES);
    let id: i32 = settings.read("node.id");
    if settings.read::<i32>("broker.id") != id {
        return Err(ConfigError::invalid_config(
            "`node.id` and `broker.id` must be set to the same value. `broker.id` is deprecated, please use `node.id` \
             instead.",
        ));
    }
    let protocols = protocol_map(originals, settings, &listener_texts, &controller_names)?;
    let listeners = parse_endpoints(&listener_texts, &protocols, true)?;
    let connections_per_ip_max = check_connections(settings)?;
    check_logs(settings)?;
    let log_dirs: Option<Vec<String>> = settings.read("log.dirs");
    let log_dirs = log_dirs.unwrap_or_else(|| settings.read("log.dir"));
    check_cordoned(&log_dirs, &settings.read::<Vec<String>>("cordoned.log.dirs"))?;

    let mut voters: Vec<Voter> = Vec::new();
    for entry in settings.read::<Vec<String>>("controller.quorum.voters") {
        let voter = parse_voter(&entry)?;
        voters.retain(|known| known.id != voter.id);
        voters.push(voter);
    }
    let servers: Vec<String> = settings.read("controller.quorum.bootstrap.servers");
    let bootstrap_servers =
        servers.iter().map(|entry| parse_bootstrap_server(entry)).collect::<Result<_, _>>()?;
    let (inter_broker_listener, inter_broker_protocol) = inter_broker(originals, settings, &protocols)?;
    let advertised = match settings.read::<Option<Vec<String>>>("advertised.listeners") {
        Some(texts) => Some(parse_endpoints(&texts, &protocols, false)?),
        None => None,
    };
    let own_voter = voters.iter().find(|voter| voter.id == id);
    let is_controller_name = |endpoint: &&Endpoint| controller_names.contains(&endpoint.name);
    let metadata_log_dir: Option<String> = settings.read("metadata.log.dir");
    let node = Node {
        id,
        is_broker: roles.iter().any(|role| role == "broker"),
        is_controller: roles.iter().any(|role| role == "controller"),
        advertised_broker: advertised
            .as_ref()
            .unwrap_or(&listeners)
            .iter()
            .filter(|endpoint| !is_controller_name(endpoint))
            .cloned()
            .collect(),
        advertised_controller: advertised_controller(
            &controller_names,
            advertised.as_deref(),
            &listeners,
            own_voter,
        ),
        metadata_log_dir: metadata_log_dir.unwrap_or_else(|| {
            log_dirs.first().cloned().expect("the rule of log.dirs refuses an empty list")
        }),
        listeners,
        controller_listener_names: controller_names,
        inter_broker_listener,
        inter_broker_protocol,
        protocols,
        voters,
        bootstrap_servers,
        log_dirs,
        connections_per_ip_max,
    };
    let listener_names: Vec<String> = node.listeners.iter().map(|e| e.name.clone()).collect();
    check_early_start(settings, &node, &listener_names)?;
    check_roles(&node, &listener_names)?;
    require(node.is_controller || !settings.read::<bool>("controller.quorum.auto.join.enable"), || {
        "controller.quorum.auto.join.enable is only supported when process.roles contains the 'controller' role.".into()
    })?;
    check_listeners(&node, &listener_names)?;
    check_sasl(&node, settings)?;
    Ok(node)
}

fn check_cordoned(log_dirs: &[String], cordoned: &[String]) -> Result<(), ConfigError> {
    if cordoned.iter().any(|dir| dir == "*") {
        return require(cordoned.len() == 1, || {
            "When cordoned.log.dirs is set to *, it must not contain other values".into()
        });
    }
    let missing: Vec<&str> =
        cordoned.iter().filter(|dir| !log_dirs.contains(dir)).map(String::as_str).collect();
    require(missing.is_empty(), || {
        format!(
            "All entries in cordoned.log.dirs must be present in log.dirs or log.dir. Missing entries : {}",
            missing.join(",")
        )
    })
}

fn check_early_start(settings: &Settings, node: &Node, listener_names: &[String]) -> Result<(), ConfigError> {
    let early: Option<Vec<String>> = settings.read("early.start.listeners");
    for name in early.unwrap_or_default() {
        if !listener_names.contains(&name) && !node.is_controller_listener(&name) {
            return Err(ConfigError::invalid_config(format!(
                "early.start.listeners contains listener {name}, but this is not contained in listeners or \
                 {CONTROLLER_NAMES}"
            )));
        }
    }
    Ok(())
}

fn check_sasl(node: &Node, settings: &Settings) -> Result<(), ConfigError> {
    let uses_sasl =
        matches!(node.inter_broker_protocol, SecurityProtocol::SaslPlaintext | SecurityProtocol::SaslSsl);
    let mechanism: String = settings.read("sasl.mechanism.inter.broker.protocol");
    let enabled: Vec<String> = settings.read("sasl.enabled.mechanisms");
    require(!uses_sasl || enabled.contains(&mechanism), || {
        "sasl.mechanism.inter.broker.protocol must be included in sasl.enabled.mechanisms when SASL is used for \
         inter-broker communication"
            .into()
    })
}

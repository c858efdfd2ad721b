//! Makes a node's machines out of its configuration and of what lies in its log dirs, and starts them.
//!
//! The binary knows configuration and directories, the machines know their identity (`broker::identity`); this is the step
//! between.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use broker::effect::LogLine;
use broker::event::{CoreId, ListenerId};
use broker::identity::{self, Origin};
use broker::machine::Machine;
use broker::{Effects, Event, Quorum, Shard};
use metadata::config::Props;
use metadata::config::dynamic::Layers;
use metadata::config::static_config::StaticConfig;
use protocol::{Mono, Now, Rng, Uuid};
use storage::Disk;

use crate::disk::RealDisk;
use crate::event_loop::Notify;
use crate::limits;
use crate::node::{Running, run};
use crate::setup::{ListenerSetup, Runtime, Seat, Setup, StartError};

/// What a node is made of.
pub struct Parts {
    /// `server.properties`, checked.
    pub config: StaticConfig,
    /// `cluster.id`
    pub cluster: String,
    /// The locked log dirs with their ids; the metadata log's dir among them.
    pub dirs: Vec<(PathBuf, Uuid)>,
    /// The name of this machine, for listeners without a host.
    pub host: String,
    /// `corelog.runtime`
    pub runtime: Option<Runtime>,
    /// `corelog.shards`; 0 takes one per usable CPU.
    pub shards: u16,
    /// Random.
    pub seed: u64,
    /// Who is told of logs and of the node's life.
    pub notify: Notify,
}

/// Why a node cannot be made.
#[derive(Debug)]
pub enum AssembleError {
    /// A log dir cannot be read.
    Dir(PathBuf, io::Error),
    /// The machinery does not start.
    Start(StartError),
}

impl std::fmt::Display for AssembleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Dir(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Start(error) => write!(f, "{error}"),
        }
    }
}

/// The machine of a core.
enum Core {
    Shard(Box<Shard>),
    Quorum(Box<Quorum>),
}

impl Machine for Core {
    fn handle(&mut self, now: Now, event: Event, effects: &mut Effects) {
        match self {
            Self::Shard(shard) => shard.handle(now, event, effects),
            Self::Quorum(quorum) => quorum.handle(now, event, effects),
        }
    }

    fn tick(&mut self, now: Now, effects: &mut Effects) {
        match self {
            Self::Shard(shard) => shard.tick(now, effects),
            Self::Quorum(quorum) => quorum.tick(now, effects),
        }
    }

    fn finish(&mut self, now: Now, effects: &mut Effects) {
        match self {
            Self::Shard(shard) => shard.finish(now, effects),
            Self::Quorum(quorum) => quorum.finish(now, effects),
        }
    }

    fn deadline(&self) -> Mono {
        match self {
            Self::Shard(shard) => shard.deadline(),
            Self::Quorum(quorum) => quorum.deadline(),
        }
    }
}

/// Starts a combined node.
pub fn start(parts: Parts) -> Result<Running, AssembleError> {
    let disk: Arc<dyn Disk> = Arc::new(RealDisk);
    let shards = match parts.shards {
        0 => crate::sys::thread::cpu_count().clamp(1, 1024) as u16,
        count => count,
    };
    let mut setup = setup(&parts, Arc::clone(&disk));
    setup.shards = shards;
    let origin = Origin {
        config: parts.config,
        cluster: parts.cluster,
        dirs: parts.dirs,
        host: parts.host,
        shards,
        seed: parts.seed,
        system_start: crate::clock::system_start(),
    };
    let notify = Arc::clone(&parts.notify);
    let mut say = |line: LogLine| notify(CoreId(0), line.into());
    let identity = identity::read(origin, &*disk, &mut say);
    let identity = Arc::new(identity.map_err(|error| AssembleError::Dir(error.path, error.error))?);
    let machine = move |seat: Seat| {
        let rng = Rng::new(seat.seed);
        let identity = Arc::clone(&identity);
        if Some(seat.core) == seat.quorum {
            Core::Quorum(Box::new(Quorum::new(identity, rng)))
        } else {
            Core::Shard(Box::new(Shard::new(seat.core, identity, rng)))
        }
    };
    run(setup, machine).map_err(AssembleError::Start)
}

fn setup(parts: &Parts, disk: Arc<dyn Disk>) -> Setup {
    let (fixed, settings) = (&parts.config.fixed, parts.config.settings());
    let node = &parts.config.node;
    let buffer = |key: &str| Some(settings.read::<i32>(key)).filter(|size| *size > 0);
    let mut setup = Setup::new(disk, Arc::clone(&parts.notify));
    setup.runtime = parts.runtime;
    setup.quorum = true;
    setup.listeners = node
        .listeners
        .iter()
        .map(|listener| ListenerSetup {
            name: listener.name.clone(),
            host: listener.host.clone().unwrap_or_default(),
            port: listener.port,
            for_controller: node.is_controller_listener(&listener.name),
            when_ready: !node.is_controller_listener(&listener.name),
        })
        .collect();
    let inter_broker = node.listeners.iter().position(|listener| listener.name == node.inter_broker_listener);
    setup.inter_broker = inter_broker.map(|place| ListenerId(place as u16));
    // What was set at run time follows with the first metadata, before a client is let in.
    setup.connections = limits::of(&Layers::resolve(&parts.config, &Props::new(), &Props::new()));
    setup.request_size_max = usize::try_from(settings.read::<i32>("socket.request.max.bytes")).unwrap_or(0);
    setup.idle = u64::try_from(fixed.connections_max_idle_ms).ok().map(Duration::from_millis);
    setup.send_buffer = buffer("socket.send.buffer.bytes");
    setup.receive_buffer = buffer("socket.receive.buffer.bytes");
    setup.backlog = settings.read("socket.listen.backlog.size");
    setup.queued_request_bytes_max =
        u64::try_from(settings.read::<i64>("queued.max.request.bytes")).ok().filter(|max| *max > 0);
    setup
}

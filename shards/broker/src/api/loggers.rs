//! The loggers of a node, as DescribeConfigs shows them and IncrementalAlterConfigs sets them (KIP-412).
//!
//! There is one of our own per part of the program, and the root. What a core logs comes from `broker`; lines above its
//! level, or the root's where it has none, are dropped before they leave the core. Levels hold until the node stops and are
//! the same on all cores. Lines of the node's other parts are bounded by the loudest of all loggers, or by the level that was
//! chosen at the start where that is louder.

use crate::effect::{Effect, Effects, Level};
use crate::event::CoreId;
use crate::mesh::Mesh;
use crate::node::Node;

/// The logger whose level holds where another has none.
pub const ROOT: &str = "root";
/// All loggers.
pub const NAMES: [&str; 7] = ["broker", "corelog", "metadata", "raft", ROOT, "shards", "storage"];
/// Places in [`NAMES`].
const BROKER_AT: usize = 0;
const ROOT_AT: usize = 4;
const _: () = assert!(NAMES[ROOT_AT].len() == ROOT.len());

/// Kafka's names of levels, from loud to quiet what must be said.
const LEVELS: [(&str, Level); 6] = [
    ("FATAL", Level::Error),
    ("ERROR", Level::Error),
    ("WARN", Level::Warn),
    ("INFO", Level::Info),
    ("DEBUG", Level::Debug),
    ("TRACE", Level::Debug),
];
const INFO: u8 = 3;

/// The level of each logger, by its place in Kafka's list of levels; none where the root's holds.
#[derive(Clone, Copy, Debug)]
pub struct Loggers([Option<u8>; NAMES.len()]);

impl Default for Loggers {
    fn default() -> Self {
        let mut levels = [None; NAMES.len()];
        levels[ROOT_AT] = Some(INFO);
        Self(levels)
    }
}

impl Loggers {
    /// Every logger and the level that holds for it.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        (0..NAMES.len()).map(|at| (NAMES[at], LEVELS[usize::from(self.level(at))].0))
    }

    /// Sets a level, or takes it away.
    pub fn set(&mut self, logger: u8, level: Option<u8>) {
        if let Some(slot) = self.0.get_mut(usize::from(logger)) {
            *slot = level;
        }
    }

    /// The loudest level that holds for any of them.
    #[must_use]
    pub fn most(&self) -> Level {
        let most = (0..NAMES.len()).map(|at| self.level(at)).max().unwrap_or(INFO);
        LEVELS[usize::from(most)].1
    }

    fn level(&self, at: usize) -> u8 {
        self.0[at].or(self.0[ROOT_AT]).unwrap_or(INFO)
    }

    /// Drops the lines of a turn that are not to be said.
    pub fn filter(&self, effects: &mut Effects) {
        // As long as nobody has set anything, the level of the start alone decides, which may be louder.
        if self.0.iter().enumerate().all(|(at, level)| *level == Self::default().0[at]) {
            return;
        }
        let level = self.level(BROKER_AT);
        let most = LEVELS[usize::from(level)].1;
        effects.list.retain(|effect| !matches!(effect, Effect::Log(line) if line.level > most));
    }
}

/// The number of a logger.
#[must_use]
pub fn number(logger: &str) -> Option<u8> {
    NAMES.iter().position(|name| *name == logger).map(|at| at as u8)
}

/// The number of a level.
#[must_use]
pub fn level(name: &str) -> Option<u8> {
    LEVELS.iter().position(|level| level.0 == name).map(|at| at as u8)
}

/// Sets a logger's level on all cores, or takes it away.
pub fn set(node: &mut Node, logger: &str, level: Option<u8>, effects: &mut Effects) {
    let Some(logger) = number(logger) else { return };
    node.loggers.set(logger, level);
    effects.push(Effect::LogLevel(node.loggers.most()));
    for core in (0..node.identity.shards).map(CoreId).filter(|core| *core != node.core).collect::<Vec<_>>() {
        node.send(core, Mesh::LogLevel { logger, level });
    }
}

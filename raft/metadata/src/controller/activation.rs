//! What a controller does first when it leads: fills an empty log, ends a transaction that was left open, starts sessions.
//!
//! The bootstrap records go into one transaction where the level has them, so that nobody ever acts on half of them.
//! A fresh log with eligible leader replicas also gets `min.insync.replicas` as a default of all brokers, so that the
//! setting is the same for all of them.

use super::brokers::Session;
use super::configs::{self, MIN_INSYNC_REPLICAS};
use super::{Active, Controller, Effect};
use crate::features::{ELR_VERSION, METADATA_VERSION, MetadataVersion};
use crate::image::Image;
use crate::records::{Record, Resource};
use protocol::{LeaderEpoch, Mono, Now, Offset};
use std::collections::VecDeque;
use std::sync::Arc;

impl Controller {
    pub(super) fn activate(
        &mut self,
        now: Now,
        epoch: LeaderEpoch,
        end: Offset,
        state: Image,
        in_transaction: bool,
        effects: &mut Vec<Effect>,
    ) {
        // Elected again without a word between: what waits belongs to the epoch before.
        self.resign(effects);
        let settings = &self.settings;
        let timer = |ms: Option<i64>| ms.map_or(Mono::NEVER, |ms| now.mono.after_ms(ms));
        let empty = state.is_blank();
        let level = if empty { bootstrap_level(&settings.bootstrap) } else { state.metadata_version() };
        let mut active = Active {
            epoch,
            layers: Arc::new(configs::layers(settings, &state)),
            next: end,
            // The log's end is committed once the leader's own control record is; until then answers wait.
            committed: Offset::ZERO,
            // A fenced broker has none: it may register anew at once.
            sessions: (state.brokers.values().filter(|b| !b.fenced))
                .map(|b| (b.id, Session::at(now.mono)))
                .collect(),
            registered_at: state.brokers.values().map(|b| (b.id, b.epoch)).collect(),
            waiting: VecDeque::new(),
            idle_at: timer((settings.idle_interval_ms > 0).then_some(settings.idle_interval_ms)),
            balance_at: timer(settings.imbalance_check_ms),
            unclean_at: timer(Some(settings.unclean_check_ms)),
            state,
        };
        let mut records = Vec::new();
        if in_transaction {
            records.push(Record::AbortTransaction { reason: Some("Controller failover".to_owned()) });
        }
        if empty {
            let transaction = level.has_transactions();
            if transaction {
                records.push(Record::BeginTransaction { name: Some("Bootstrap records".to_owned()) });
            }
            // A record that does not fit is the fault of the file it came from, which is checked at start.
            let mut fresh = active.state.clone();
            records.extend(settings.bootstrap.iter().filter(|r| fresh.apply(r).is_ok()).cloned());
            let elr = settings.bootstrap.iter().any(
                |r| matches!(r, Record::FeatureLevel { name, level } if name == ELR_VERSION && *level > 0),
            );
            if elr {
                records.push(Record::Config {
                    resource: Resource::cluster(),
                    key: MIN_INSYNC_REPLICAS.to_owned(),
                    value: settings.file.settings().text(MIN_INSYNC_REPLICAS),
                });
            }
            if transaction {
                records.push(Record::EndTransaction);
            }
        }
        active.propose(&self.settings, records, effects);
        self.active = Some(active);
    }
}

fn bootstrap_level(records: &[Record]) -> MetadataVersion {
    records
        .iter()
        .find_map(|r| match r {
            Record::FeatureLevel { name, level } if name == METADATA_VERSION => Some(MetadataVersion(*level)),
            _ => None,
        })
        .unwrap_or(MetadataVersion::MIN)
}

impl Image {
    /// Whether no record was ever applied but perhaps the quorum's own.
    fn is_blank(&self) -> bool {
        *self == Self::empty()
    }
}

//! UpdateFeatures, versions 0 to 2: which levels may be finalised, and the records that finalise them.
//!
//! All updates of a request are made or none. A level must be one that this node, every registered broker and every
//! voter can run; going down must lose nothing. No level changes but by this request.

use super::api::{Caller, Response, message, own};
use super::configs::MIN_INSYNC_REPLICAS;
use super::topics::check_timeout;
use super::{Outcome, Refusal, Turn};
use crate::cluster::SupportedFeature;
use crate::features::{ELR_VERSION, Feature, KRAFT_VERSION, METADATA_VERSION, MetadataVersion, feature};
use crate::records::{Record, Resource, ResourceKind};
use protocol::ErrorCode;
use protocol::client::update_features::{
    UpdatableFeatureResult, UpdateFeaturesRequest, UpdateFeaturesResponse,
};
use std::collections::BTreeMap;

/// `FeatureUpdate.UpgradeType`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Upgrade,
    SafeDowngrade,
    UnsafeDowngrade,
}

impl Turn<'_> {
    pub(super) fn update_features(
        &mut self,
        caller: &Caller<'_>,
        request: &UpdateFeaturesRequest<'_>,
    ) -> Result<Outcome, Refusal> {
        if !request.feature_updates.is_empty() {
            check_timeout(request.timeout_ms)?;
        }
        let mut proposed: BTreeMap<&str, i16> = self.state().features.finalized().collect();
        for update in &request.feature_updates {
            proposed.insert(&update.feature, update.max_version_level);
        }
        let mut records = Vec::new();
        let mut failed = None;
        for update in &request.feature_updates {
            let direction = match (caller.version, update.upgrade_type, update.allow_downgrade) {
                (0, _, true) => Some(Direction::SafeDowngrade),
                (0, _, false) | (_, 1, _) => Some(Direction::Upgrade),
                (_, 2, _) => Some(Direction::SafeDowngrade),
                (_, 3, _) => Some(Direction::UnsafeDowngrade),
                _ => None,
            };
            match self.update_feature(&update.feature, update.max_version_level, direction, &proposed) {
                Ok(new) => records.extend(new),
                Err(refusal) => {
                    failed = Some(refusal);
                    break;
                }
            }
        }
        if failed.is_some() || request.validate_only {
            records.clear();
        }
        let response = match failed {
            None => UpdateFeaturesResponse {
                error_message: None,
                results: (request.feature_updates.iter())
                    .filter(|_| caller.version < 2)
                    .map(|u| UpdatableFeatureResult {
                        feature: own(&u.feature),
                        error_code: 0,
                        error_message: None,
                    })
                    .collect(),
                ..Default::default()
            },
            Some(refusal) => {
                let text = refusal.message.as_deref().unwrap_or_default();
                let all = Refusal::new(
                    refusal.code,
                    format!(
                        "The update failed for all features since the following feature had an error: {text}"
                    ),
                );
                UpdateFeaturesResponse {
                    error_code: all.code.code(),
                    error_message: message(&all),
                    ..Default::default()
                }
            }
        };
        Ok(Outcome { records, response: Response::UpdateFeatures(response) })
    }

    fn update_feature(
        &self,
        name: &str,
        level: i16,
        direction: Option<Direction>,
        proposed: &BTreeMap<&str, i16>,
    ) -> Result<Vec<Record>, Refusal> {
        let invalid = |reason: &str| {
            let text = format!("Invalid update version {level} for feature {name}. {reason}");
            Refusal::new(ErrorCode::InvalidUpdateVersion, text)
        };
        let direction =
            direction.ok_or_else(|| invalid("The controller does not support the given upgrade type."))?;
        if level < 0 {
            return Err(invalid("A feature version cannot be less than 0."));
        }
        if let Some(reason) = self.why_not_supported(name, level) {
            return Err(invalid(&reason));
        }
        let known = feature(name).ok_or_else(|| invalid("The feature is not known."))?;
        let current = if name == KRAFT_VERSION {
            self.state().kraft_version
        } else {
            self.state().features.level(name)
        };
        if level < current && direction == Direction::Upgrade {
            return Err(invalid(
                "Can't downgrade the version of this feature without setting the upgrade type to either safe or \
                 unsafe downgrade.",
            ));
        }
        if level > current && direction != Direction::Upgrade {
            return Err(invalid("Can't downgrade to a newer version."));
        }
        if name == KRAFT_VERSION {
            // The quorum's own level stands in its own records, not in these.
            return if level == current {
                Ok(Vec::new())
            } else {
                Err(invalid("The level of the quorum cannot be changed while it runs."))
            };
        }
        if name == METADATA_VERSION {
            self.check_metadata_version(MetadataVersion(current), MetadataVersion(level), direction)?;
        } else if let Some(needed) = known.needs(level)
            && proposed.get(METADATA_VERSION).is_none_or(|found| *found < needed.0)
        {
            return Err(invalid(&format!(
                "{name} could not be set to {level} because it depends on {METADATA_VERSION} level {}",
                needed.0
            )));
        }
        let mut records = vec![Record::FeatureLevel { name: name.to_owned(), level }];
        if name == ELR_VERSION && level > current {
            records.extend(self.one_minimum_for_all());
        }
        Ok(records)
    }

    fn check_metadata_version(
        &self,
        current: MetadataVersion,
        wanted: MetadataVersion,
        direction: Direction,
    ) -> Result<(), Refusal> {
        if wanted >= current || !current.metadata_changed_since(wanted) {
            return Ok(());
        }
        let reason = if direction == Direction::UnsafeDowngrade {
            "Unsafe metadata downgrade is not supported in this version."
        } else {
            "Refusing to perform the requested downgrade because it might delete metadata information."
        };
        let text =
            format!("Unsupported metadata.version downgrade from {} to {}. {reason}", current.0, wanted.0);
        Err(Refusal::new(ErrorCode::InvalidUpdateVersion, text))
    }

    /// Who cannot run the level, in Kafka's words.
    fn why_not_supported(&self, name: &str, level: i16) -> Option<String> {
        let check = |who: String, range: Option<(i16, i16)>| match range.unwrap_or((0, 0)) {
            (0, 0) if level == 0 => None,
            (0, 0) => Some(format!("{who} does not support this feature.")),
            (min, max) if (min..=max).contains(&level) => None,
            (min, max) => Some(format!("{who} only supports versions {min}-{max}")),
        };
        let range = |f: &SupportedFeature| (f.min, f.max);
        let local = feature(name).map(|Feature { min, max, .. }| (*min, *max));
        if let Some(reason) = check(format!("Local controller {}", self.settings.node), local) {
            return Some(reason);
        }
        let state = self.state();
        for broker in state.brokers.values() {
            if let Some(reason) = check(format!("Broker {}", broker.id), broker.feature(name).map(range)) {
                return Some(reason);
            }
        }
        if !self.level().has_controller_registration() {
            return None;
        }
        for controller in state.controllers.values().filter(|c| c.id != self.settings.node) {
            if let Some(reason) =
                check(format!("Controller {}", controller.id), controller.feature(name).map(range))
            {
                return Some(reason);
            }
        }
        let missing =
            |id: &&protocol::BrokerId| **id != self.settings.node && !state.controllers.contains_key(*id);
        self.settings
            .voters
            .iter()
            .find(missing)
            .map(|id| format!("controller {id} has not registered, and may not support this feature"))
    }

    /// Eligible leader replicas are counted by one minimum: brokers lose their own, and all get a common one.
    fn one_minimum_for_all(&self) -> Vec<Record> {
        let state = self.state();
        let mut records: Vec<Record> = state
            .configured(ResourceKind::BROKER)
            .filter(|(name, configs)| !name.is_empty() && configs.contains_key(MIN_INSYNC_REPLICAS))
            .map(|(name, _)| Record::Config {
                resource: Resource { kind: ResourceKind::BROKER, name: name.to_owned() },
                key: MIN_INSYNC_REPLICAS.to_owned(),
                value: None,
            })
            .collect();
        if state.cluster_config().is_none_or(|c| !c.contains_key(MIN_INSYNC_REPLICAS)) {
            records.push(Record::Config {
                resource: Resource::cluster(),
                key: MIN_INSYNC_REPLICAS.to_owned(),
                value: self.settings.file.settings().text(MIN_INSYNC_REPLICAS),
            });
        }
        records
    }
}

//! What a running broker refuses to change about itself, although the file could say it.
//!
//! Kafka asks each of its parts, and wraps what the first one says; the wrapping shows through, so it is the same here. The
//! thread pools have no counterpart, but an answer is an answer.

use super::Props;
use super::broker_config::of_listener;
use super::dynamic::Layers;
use super::error::ConfigError;
use super::relations::Node;
use super::settings::Settings;

fn refuse(reason: &str) -> Result<(), ConfigError> {
    Err(ConfigError::invalid_request(format!(
        "Invalid value org.apache.kafka.common.config.ConfigException: {reason} for configuration Invalid dynamic \
         configuration"
    )))
}

/// Whether a broker that runs with `now` may go over to the rest.
pub(super) fn check(
    now: &Layers,
    originals: &Props,
    settings: &Settings,
    node: &Node,
) -> Result<(), ConfigError> {
    let reporters: Vec<String> = settings.read("metric.reporters");
    let is_known = |name: &String| name == "org.apache.kafka.common.metrics.JmxReporter";
    if now.settings.read::<Vec<String>>("metric.reporters") != reporters && !reporters.iter().all(is_known) {
        return refuse(
            "Validation of dynamic config update of Set(metric.reporters) failed with class class \
             kafka.server.DynamicMetricsReporters",
        );
    }
    for pool in
        ["num.io.threads", "num.replica.fetchers", "num.recovery.threads.per.data.dir", "background.threads"]
    {
        check_pool(pool, now.settings.read(pool), settings.read(pool))?;
    }
    let (from, to): (i32, i32) =
        (now.settings.read("log.cleaner.threads"), settings.read("log.cleaner.threads"));
    if to < from / 2 {
        return refuse(&format!(
            "Log cleaner threads cannot be reduced to less than half the current value {from}"
        ));
    }
    if to > from.saturating_mul(2) {
        return refuse(&format!(
            "Log cleaner threads cannot be increased to more than double the current value {from}"
        ));
    }
    if node.advertised_broker != now.node.advertised_broker {
        return refuse("Advertised listeners cannot be altered when using a Raft-based metadata quorum.");
    }
    // Kafka opens and closes listeners while it runs, as long as they are not advertised.
    if node.listeners != now.node.listeners || node.protocols != now.node.protocols {
        return refuse("Listeners cannot be opened or closed while the broker runs.");
    }
    for endpoint in node.listeners.iter().filter(|endpoint| !node.is_controller_listener(&endpoint.name)) {
        let limit = |key: &str| {
            let from = of_listener(&now.originals, &now.settings, &endpoint.name, key);
            (from, of_listener(originals, settings, &endpoint.name, key))
        };
        let (from, to) = limit("num.network.threads");
        check_pool("num.network.threads", from, to)?;
        for key in ["max.connections", "max.connection.creation.rate"] {
            let (from, to) = limit(key);
            if from != to && to <= 0 {
                return refuse(&format!("Invalid {key} {to}"));
            }
        }
    }
    Ok(())
}

/// A pool of threads moves by at most half and double at a time.
fn check_pool(pool: &str, from: i32, to: i32) -> Result<(), ConfigError> {
    let bound = if from == to {
        return Ok(());
    } else if to < 1 {
        "be at least 1".to_string()
    } else if to < from / 2 {
        format!("be at least half the current value {from}")
    } else if to > from.saturating_mul(2) {
        format!("not be greater than double the current value {from}")
    } else {
        return Ok(());
    };
    refuse(&format!("Dynamic thread count update validation failed for {pool}={to}, value should {bound}"))
}

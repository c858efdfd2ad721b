//! Bodies that no client sends: every API of the broker gets bytes drawn by seed and bodies cut short, and none falls over.

use broker::api;
use broker::node::ListenerKind;
use protocol::{ApiKey, Rng};

use crate::rig::{PLAIN, Rig};

#[test]
fn random_bodies_are_answered_or_close_the_connection() {
    let mut rng = Rng::new(11);
    let mut rig = Rig::new();
    rig.topic("t", 1, 2);
    for info in ApiKey::all().iter().filter(|info| api::is_built(info.key, ListenerKind::Broker)) {
        let Some((min, max)) = api::range(info.key, ListenerKind::Broker) else { continue };
        for version in min..=max {
            for _ in 0..30 {
                let mut body = vec![0; rng.below(64) as usize];
                rng.fill(&mut body);
                // Small numbers make lengths that fit.
                for byte in &mut body {
                    *byte = if rng.one_in(2) { *byte % 4 } else { *byte };
                }
                rig.send(PLAIN, info.key, version, &body);
            }
            rig.asked();
        }
    }
}

//! What the loop runs: one synchronous, total state machine per core.
//!
//! The shards and the quorum are both machines; the loop and the simulator know nothing else of them.

use protocol::{Mono, Now};

use crate::effect::Effects;
use crate::event::Event;

/// A core's deciding part. The loop is the only owner of the `&mut`.
pub trait Machine {
    /// Takes one event in and adds what follows from it to the effects.
    fn handle(&mut self, now: Now, event: Event, effects: &mut Effects);

    /// Runs what is due. Called when `deadline` has passed, and may be called at any time.
    fn tick(&mut self, now: Now, effects: &mut Effects);

    /// Ends a pass: emits what was collected over its events (one append per partition).
    fn finish(&mut self, now: Now, effects: &mut Effects);

    /// When `tick` wants to be called next; [`Mono::NEVER`] if nothing waits.
    fn deadline(&self) -> Mono;
}

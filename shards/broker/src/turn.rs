//! A pass: in which order a core's events are handled and its effects come out.
//!
//! Pure; run by the loop and by the simulator alike. A pass is: all events at hand, then what is due by the clock, then
//! the machine's own closing of the pass. Its effects are performed together; completions that are there at once (an
//! inline append) make another pass before the loop sends, and sleeps. The loop calls its passes together a turn; a
//! machine knows passes only, and says turn for either.

use protocol::Now;

use crate::effect::Effects;
use crate::event::Event;
use crate::machine::Machine;

/// Runs one pass: drains `events` in order and leaves the effects in `effects`, which must come in empty.
pub fn run<M: Machine>(machine: &mut M, now: Now, events: &mut Vec<Event>, effects: &mut Effects) {
    debug_assert!(
        effects.list.is_empty() && effects.bytes.is_empty(),
        "effects of the last turn were not performed"
    );
    for event in events.drain(..) {
        machine.handle(now, event, effects);
    }
    if machine.deadline() <= now.mono {
        machine.tick(now, effects);
    }
    machine.finish(now, effects);
}

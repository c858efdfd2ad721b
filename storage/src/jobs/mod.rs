//! File work over the small file trait: opening and recovering logs, finishing segments, removing them, checkpoints.
//!
//! Straight-line code that owns its inputs and may take long; it runs on a job thread, or in the simulator on its disk,
//! which may crash it at any file operation. Decides nothing that the pure part can decide.

mod check;
pub mod dir;
pub mod disk;
pub mod open;
pub mod perform;
mod recover;
mod refill;
mod replay;
pub mod truncate;
pub mod walk;

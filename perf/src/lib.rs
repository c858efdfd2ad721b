//! The load generator, the bare servers and the side-by-side rig.

//! Micro benches of the pattern's cost.

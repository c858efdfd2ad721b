//! A deterministic node under simulated disk, network and clock.

//! The `corelog` binary.

fn main() {}

//! Tests of the built binary.

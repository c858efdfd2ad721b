//! Real clients and a real Kafka against the built binary.

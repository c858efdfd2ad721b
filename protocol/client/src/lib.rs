//! A small blocking Kafka connection for tools, tests and the rig.

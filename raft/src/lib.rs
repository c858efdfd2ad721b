//! KRaft consensus: events in, messages and log operations out.

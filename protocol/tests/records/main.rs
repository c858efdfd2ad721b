//! Record batches and their codecs, against what Kafka wrote and against what nobody should have.

mod batches;
mod compress;
mod golden;
mod old;
mod validate;
mod verdicts;
mod walk;

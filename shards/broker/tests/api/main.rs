//! The APIs of a broker, frame by frame: what a client sends, what it gets, what the controller is asked.

mod cluster;
mod configs;
mod controller;
mod metadata;
mod odd;
mod offsets;
mod producers;
mod rig;
mod settings;
mod trouble;

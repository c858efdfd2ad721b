//! The APIs of a broker, frame by frame: what a client sends, what it gets, what the controller is asked.

mod cluster;
mod metadata;
mod offsets;
mod rig;

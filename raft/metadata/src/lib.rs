//! Cluster metadata: records to image and delta, controller requests to records, and the registry of every config key.

pub mod access;
pub mod bootstrap;
pub mod cluster;
pub mod config;
pub mod controller;
pub mod delta;
pub mod features;
pub mod image;
pub mod records;
pub mod replay;
pub mod shared;
pub mod snapshot;
pub mod topics;
pub mod wire;

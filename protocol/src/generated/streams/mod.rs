//! The family `streams`. From the tables in `schema/streams` by `protocol-codegen`; not to be edited.

pub mod subscription_info_data;

//! Cluster metadata: records to image and delta, controller requests to records, and the registry of every config key.

//! Everything a broker decides: the turn, partitions, replication, coordinators, sessions, quotas, authorization; one file per API.

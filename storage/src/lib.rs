//! One partition's log as data: validates, lays out and locates bytes, and says which I/O to do.

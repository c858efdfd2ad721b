//! Runs one loop per core: sockets, channels, files, timers. Performs effects, decides nothing.

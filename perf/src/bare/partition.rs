//! One partition of the bare server: a file that grows, an index in memory, and what waits for its growing.

use std::fs::File;
use std::io::{self, IoSlice};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;

use protocol::records::{HEAD_SIZE, peek_header, stamp};
use protocol::{LeaderEpoch, Offset};

use crate::sys;

/// How many bytes lie between two entries of the index at least, as in Kafka.
const INDEX_INTERVAL: u64 = 4096;

/// See the module's comment.
#[derive(Debug)]
pub struct Partition {
    file: Arc<File>,
    /// Offset and position of batches, in order.
    index: Vec<(i64, u64)>,
    indexed: u64,
    /// The offset behind the last batch stamped.
    planned: i64,
    /// What is in the file.
    end: i64,
    size: u64,
    /// Connections and places of the batches of this turn.
    queued: Vec<(usize, usize, usize)>,
    queued_size: u64,
    /// Connections whose fetch waits for bytes.
    pub waiting: Vec<usize>,
}

impl Partition {
    /// An empty one.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = File::options().create_new(true).read(true).write(true).open(path)?;
        Ok(Self {
            file: Arc::new(file),
            index: Vec::new(),
            indexed: 0,
            planned: 0,
            end: 0,
            size: 0,
            queued: Vec::new(),
            queued_size: 0,
            waiting: Vec::new(),
        })
    }

    /// Gives a batch its offsets and remembers where it was received. Returns its first offset, and whether it is the
    /// first of the turn.
    pub fn queue(
        &mut self,
        batch: &mut [u8],
        record_count: i32,
        connection: usize,
        at: usize,
    ) -> (i64, bool) {
        let base = self.planned;
        stamp(batch, Offset(base), LeaderEpoch(0));
        let position = self.size + self.queued_size;
        if self.index.is_empty() || position - self.indexed >= INDEX_INTERVAL {
            self.index.push((base, position));
            self.indexed = position;
        }
        self.planned += i64::from(record_count);
        self.queued_size += batch.len() as u64;
        self.queued.push((connection, at, batch.len()));
        (base, self.queued.len() == 1)
    }

    /// Writes what was queued; `bytes(connection, at, len)` is where it lies.
    pub fn write<'b>(&mut self, bytes: impl Fn(usize, usize, usize) -> &'b [u8]) -> io::Result<()> {
        let buffers =
            self.queued.drain(..).map(|(connection, at, len)| IoSlice::new(bytes(connection, at, len)));
        let mut buffers: Vec<IoSlice<'_>> = buffers.collect();
        let mut rest = &mut buffers[..];
        while !rest.is_empty() {
            let written = sys::write_at(&self.file, rest, self.size)?;
            self.size += written as u64;
            IoSlice::advance_slices(&mut rest, written);
        }
        self.queued_size = 0;
        self.end = self.planned;
        Ok(())
    }

    /// The offset behind the last record.
    #[must_use]
    pub fn end(&self) -> i64 {
        self.end
    }

    /// The range of the file from the batch that holds an offset on; empty at the end.
    pub fn locate(&self, offset: i64, max_bytes: u64) -> io::Result<(Arc<File>, u64, usize)> {
        let mut position = self.size;
        if offset < self.end {
            let entry = self.index.partition_point(|&(base, _)| base <= offset).saturating_sub(1);
            position = self.index.get(entry).map_or(0, |&(_, position)| position);
            let mut head = [0; HEAD_SIZE];
            let mut base = self.index.get(entry).map_or(0, |&(base, _)| base);
            // Within an interval of the index the batches tell where the next one is.
            while base < offset {
                self.file.read_exact_at(&mut head, position)?;
                let found =
                    peek_header(&head).map_err(|_| io::Error::other("no batch where one was written"))?;
                let next = position + found.total_len as u64;
                self.file.read_exact_at(&mut head[..8], next)?;
                base = i64::from_be_bytes(*head.first_chunk().expect("there are eight bytes"));
                if base <= offset {
                    position = next;
                }
            }
        }
        let len = (self.size - position).min(max_bytes) as usize;
        Ok((Arc::clone(&self.file), position, len))
    }
}

//! Directories that Apache Kafka left, unpacked into memory one partition at a time, and the tables that say what is in
//! them.
//!
//! Index files of a killed node are sparse and some megabytes large each, so a whole archive is never unpacked at once.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use protocol::Offset;
use storage::LogConfig;

use super::mem::MemDisk;

struct Packed {
    size: usize,
    pieces: Vec<(usize, Vec<u8>)>,
}

/// One archive.
pub struct Archive {
    folder: PathBuf,
    files: BTreeMap<PathBuf, Packed>,
}

impl Archive {
    pub fn open(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
        let packed = std::fs::read(folder.join("dir.tar.zst")).unwrap();
        let tar = zstd::decode_all(&packed[..]).unwrap();
        Self { folder, files: untar(&tar) }
    }

    /// Directories below `data`.
    pub fn partitions(&self) -> Vec<String> {
        let mut dirs: Vec<String> = self
            .files
            .keys()
            .filter_map(|path| path.strip_prefix("data").ok()?.parent()?.to_str().map(str::to_owned))
            .filter(|dir| !dir.is_empty())
            .collect();
        dirs.dedup();
        dirs
    }

    /// A disk with the files of `data` itself and of one partition, under `/data`.
    pub fn disk(&self, partition: &str) -> MemDisk {
        let disk = MemDisk::default();
        for (path, packed) in &self.files {
            let inside = path.strip_prefix("data").unwrap();
            let parent = inside.parent().unwrap();
            if parent == Path::new("") || parent == Path::new(partition) {
                let mut bytes = vec![0; packed.size];
                for (at, piece) in &packed.pieces {
                    bytes[*at..at + piece.len()].copy_from_slice(piece);
                }
                disk.put(&Path::new("/data").join(inside), bytes);
            }
        }
        disk
    }

    /// The rows of a table without its heading; a missing table has none.
    pub fn table(&self, name: &str) -> Vec<Vec<String>> {
        let path = self.folder.join(name);
        let mut text = String::new();
        if path.exists() {
            text = std::fs::read_to_string(path).unwrap();
        } else if let Ok(packed) = std::fs::File::open(self.folder.join(format!("{name}.gz"))) {
            flate2::read::GzDecoder::new(packed).read_to_string(&mut text).unwrap();
        }
        text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
    }

    /// First and last offset, position and file of every batch of a partition, as Kafka's tool prints them.
    pub fn batches(&self) -> BTreeMap<String, Vec<(i64, i64)>> {
        let mut batches: BTreeMap<String, Vec<(i64, i64)>> = BTreeMap::new();
        for row in self.table("batches.tsv") {
            let mut parts = row[0].split('/');
            let (Some("data"), Some(dir), Some(file)) = (parts.next(), parts.next(), parts.next()) else {
                continue;
            };
            if file.ends_with(".log") {
                batches
                    .entry(dir.to_owned())
                    .or_default()
                    .push((row[1].parse().unwrap(), row[2].parse().unwrap()));
            }
        }
        for list in batches.values_mut() {
            list.sort_unstable();
        }
        batches
    }

    /// The settings a partition's log had, as far as its layout depends on them.
    pub fn config(&self, partition: &str) -> LogConfig {
        let topic = partition.rsplit_once('-').unwrap().0;
        // As the nodes were set; the damaged ones carried old record times, by which their producers would be expired.
        let producer_expiration_ms =
            if self.folder.to_str().unwrap().contains("damaged") { i64::MAX } else { 2_147_483_647 };
        let mut config = LogConfig { producer_expiration_ms, ..LogConfig::default() };
        for row in self.table("topics.tsv").iter().filter(|row| row[0] == topic) {
            for setting in row[4].split(';') {
                match setting.split_once('=') {
                    Some(("index.interval.bytes", value)) => {
                        config.index_interval_bytes = value.parse().unwrap()
                    }
                    Some(("segment.bytes", value)) => config.segment_bytes = value.parse().unwrap(),
                    Some(("segment.ms", value)) => config.segment_ms = value.parse().unwrap(),
                    Some(("cleanup.policy", value)) => {
                        config.compact = value.contains("compact");
                        config.delete = value.contains("delete");
                    }
                    _ => {}
                }
            }
        }
        config
    }

    /// What one of the four checkpoints says of a partition.
    pub fn checkpoint(&self, file: &str, partition: &str) -> Option<Offset> {
        let packed = self.files.get(&Path::new("data").join(file))?;
        let text: Vec<u8> = packed.pieces.iter().flat_map(|(_, piece)| piece.clone()).collect();
        let offsets = storage::checkpoint::decode_offsets(&text).ok()?;
        let found = offsets.iter().find(|entry| format!("{}-{}", entry.topic, entry.partition) == partition);
        found.map(|entry| entry.offset)
    }
}

/// Reads a tar of plain files and GNU sparse ones.
fn untar(tar: &[u8]) -> BTreeMap<PathBuf, Packed> {
    let mut files = BTreeMap::new();
    let mut at = 0;
    let mut long_name = None;
    while at + 512 <= tar.len() && tar[at] != 0 {
        let header = &tar[at..at + 512];
        at += 512;
        let kind = header[156];
        let len = octal(&header[124..136]);
        let name = long_name.take().unwrap_or_else(|| text(&header[..100]));
        let mut map = Vec::new();
        let mut size = len;
        if kind == b'S' {
            let entries = |block: &[u8], count: usize, map: &mut Vec<(usize, usize)>| {
                for entry in block.chunks_exact(24).take(count).filter(|entry| entry[0] != 0) {
                    map.push((octal(&entry[..12]), octal(&entry[12..24])));
                }
            };
            entries(&header[386..482], 4, &mut map);
            size = octal(&header[483..495]);
            let mut more = header[482] != 0;
            while more {
                entries(&tar[at..at + 504], 21, &mut map);
                more = tar[at + 504] != 0;
                at += 512;
            }
        } else {
            map.push((0, len));
        }
        let data = &tar[at..at + len];
        at += len.div_ceil(512) * 512;
        match kind {
            b'L' => long_name = Some(text(data)),
            b'0' | 0 | b'S' => {
                let mut from = 0;
                let pieces = map
                    .into_iter()
                    .map(|(to, len)| {
                        from += len;
                        (to, data[from - len..from].to_vec())
                    })
                    .collect();
                files.insert(PathBuf::from(name), Packed { size, pieces });
            }
            _ => {}
        }
    }
    files
}

fn text(field: &[u8]) -> String {
    let end = field.iter().position(|&b| b == 0).unwrap_or(field.len());
    String::from_utf8(field[..end].to_vec()).unwrap()
}

fn octal(field: &[u8]) -> usize {
    field.iter().filter(|b| b.is_ascii_digit()).fold(0, |value, b| value * 8 + usize::from(b - b'0'))
}

//! `meta.properties` of a log directory: which cluster, node and directory it is.
//!
//! Written as Kafka 4.4 writes it, read as Kafka reads it: version 1 and version 0 (`broker.id`) are understood, a missing
//! `directory.id` is allowed (directories of 3.6 and before have none) and given at the first start.

use crate::log;
use metadata::config::properties;
use protocol::Uuid;
use std::io::Write;
use std::path::Path;

/// Its name in every log directory.
pub const FILE: &str = "meta.properties";

/// What it says.
#[derive(Clone, Debug, PartialEq)]
pub struct MetaProperties {
    pub cluster_id: String,
    pub node_id: i32,
    pub directory_id: Option<Uuid>,
}

impl MetaProperties {
    /// Reads the text of a file; the error is a reason without the file's name.
    pub fn parse(text: &[u8]) -> Result<MetaProperties, String> {
        let props = properties::into_props(properties::parse(text).map_err(|e| e.to_string())?);
        let get = |key: &str| props.get(key).map(|v| v.trim().to_string());
        let id_key = match get("version").as_deref() {
            Some("0") | None => "broker.id",
            Some("1") => "node.id",
            Some(other) => return Err(format!("Unknown meta.properties version number {other}")),
        };
        let node_id = get(id_key).ok_or_else(|| format!("Failed to find {id_key}"))?;
        let node_id = node_id.parse().map_err(|_| format!("Unable to read {id_key} as a base-10 number."))?;
        let directory_id = match get("directory.id") {
            None => None,
            Some(text) => {
                Some(Uuid::parse(&text).ok_or_else(|| format!("Unable to read directory.id {text}"))?)
            }
        };
        let cluster_id = get("cluster.id").ok_or("Failed to find cluster.id")?;
        Ok(MetaProperties { cluster_id, node_id, directory_id })
    }

    /// Reads the file of a directory; `None` when there is none.
    pub fn read(dir: &Path) -> Result<Option<MetaProperties>, String> {
        let file = dir.join(FILE);
        match std::fs::read(&file) {
            Ok(text) => {
                Self::parse(&text).map(Some).map_err(|why| format!("Error loading {}: {why}", file.display()))
            }
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(format!("Error loading {}: {e}", file.display())),
        }
    }

    /// Whether this is the directory of that node of that cluster, in Kafka's words when it is not.
    pub fn verify(&self, dir: &Path, cluster_id: &str, node_id: i32) -> Result<(), String> {
        if self.cluster_id != cluster_id {
            return Err(format!(
                "Invalid cluster.id in: {}. Expected {cluster_id}, but read {}",
                dir.join(FILE).display(),
                self.cluster_id
            ));
        }
        if self.node_id != node_id {
            return Err(format!(
                "Stored node id {} doesn't match previous node id {node_id} in {}. If you moved your data, make sure your \
                 configured node id matches. If you intend to create a new node, you should remove all data in your data \
                 directories.",
                self.node_id,
                dir.join(FILE).display()
            ));
        }
        Ok(())
    }

    /// The file's text as Kafka writes it, in the order of Java's hash table.
    pub fn text(&self, now_ms: i64) -> String {
        let directory = self.directory_id.map(|id| format!("directory.id={id}\n")).unwrap_or_default();
        format!(
            "#\n#{}\nnode.id={}\n{directory}version=1\ncluster.id={}\n",
            java_date(now_ms),
            self.node_id,
            self.cluster_id
        )
    }

    /// Writes the file by way of a temporary one, durably.
    pub fn write(&self, dir: &Path, now_ms: i64) -> std::io::Result<()> {
        let (file, temporary) = (dir.join(FILE), dir.join("meta.properties.tmp"));
        let mut out = std::fs::File::create(&temporary)?;
        out.write_all(self.text(now_ms).as_bytes())?;
        out.sync_all()?;
        std::fs::rename(&temporary, &file)?;
        std::fs::File::open(dir)?.sync_all()
    }

    /// What `kafka-storage.sh info` prints.
    pub fn summary(&self) -> String {
        let directory = self.directory_id.map(|id| format!("directory.id={id}, ")).unwrap_or_default();
        format!("{{cluster.id={}, {directory}node.id={}, version=1}}", self.cluster_id, self.node_id)
    }
}

/// `Sun Nov 29 18:23:54 UTC 2026`.
fn java_date(ms: i64) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let day = ms.div_euclid(86_400_000);
    let (year, month, date) = log::civil(day);
    let time = &log::utc(ms)[11..19];
    format!(
        "{} {} {date:02} {time} UTC {year}",
        DAYS[day.rem_euclid(7) as usize],
        MONTHS[(month - 1) as usize]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written by Kafka 4.4.0.
    const KAFKAS: &str = "#\n#Sun Nov 29 18:23:54 UTC 2026\nnode.id=1\ndirectory.id=xCdxgSl_TaCROhMIr92rxA\nversion=1\n\
                          cluster.id=MkU3OEVBNTcwNTJENDM2Qk\n";

    #[test]
    fn kafkas_file_is_read_and_written_back_the_same() {
        let meta = MetaProperties::parse(KAFKAS.as_bytes()).expect("good");
        assert_eq!((meta.node_id, meta.cluster_id.as_str()), (1, "MkU3OEVBNTcwNTJENDM2Qk"));
        assert_eq!(meta.text(1_795_976_634_815), KAFKAS);
        assert_eq!(
            meta.summary(),
            "{cluster.id=MkU3OEVBNTcwNTJENDM2Qk, directory.id=xCdxgSl_TaCROhMIr92rxA, node.id=1, version=1}"
        );
    }

    #[test]
    fn an_older_file_has_no_directory_id() {
        let meta = MetaProperties::parse(b"version=1\nnode.id=7\ncluster.id=x\n").expect("good");
        assert_eq!(meta.directory_id, None);
        assert_eq!(MetaProperties::parse(b"broker.id=3\ncluster.id=x\nversion=0").expect("good").node_id, 3);
    }

    #[test]
    fn a_file_that_names_nobody_is_refused() {
        for text in [
            "",
            "version=1\ncluster.id=x",
            "version=2\nnode.id=1\ncluster.id=x",
            "version=1\nnode.id=1",
            "version=1\nnode.id=x\ncluster.id=y",
        ] {
            MetaProperties::parse(text.as_bytes()).expect_err(text);
        }
    }
}

//! The storage tool against what Apache Kafka 4.4.0's tool printed for the same commands.
//!
//! To record anew: `CORELOG_RECORD="$PWD/tests/compat/peer/kafka tool storage" cargo test -p it --test storage_tool`.

use it::binary;
use it::folder::Folder;
use it::script::{self, Runner};
use std::path::Path;

const DYNAMIC: &str = "process.roles=broker,controller\nnode.id=1\ncontroller.quorum.bootstrap.servers=localhost:9093\n\
                       listeners=PLAINTEXT://:9092,CONTROLLER://:9093\ncontroller.listener.names=CONTROLLER\n";

#[test]
fn the_storage_tool_prints_what_kafkas_prints() {
    let folder = Folder::new("storage");
    let dir = |name: &str| folder.join(name).display().to_string();
    folder.file("dynamic", &format!("{DYNAMIC}log.dirs={}\n", dir("d1")));
    let fixed = DYNAMIC.replace("controller.quorum.bootstrap.servers=", "controller.quorum.voters=1@");
    folder.file("static", &format!("{fixed}log.dirs={},{}\n", dir("s1"), dir("s2")));
    let broker = DYNAMIC.replace("broker,controller", "broker").replace(",CONTROLLER://:9093", "");
    folder.file("broker", &format!("{broker}log.dirs={}\n", dir("b1")));
    let binary = binary().display().to_string();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/storage-tool.txt");
    let words = [("DIR", folder.path().display().to_string())];
    let runner = Runner {
        program: &[&binary, "storage"],
        folder: &folder,
        words: &words,
        plain: |l| Some(l.to_string()),
    };
    script::check(&golden, &runner);
}

//! One line per check and the closing line.

use std::time::Instant;

/// Counts what passed and what failed.
pub struct Report {
    name: &'static str,
    passed: u32,
    failed: u32,
    skipped: u32,
}

impl Report {
    pub fn new(name: &'static str) -> Report {
        Report { name, passed: 0, failed: 0, skipped: 0 }
    }

    /// Runs one check: `Ok` carries a remark, `Err` the reason.
    pub fn check(&mut self, title: &str, check: impl FnOnce() -> Result<String, String>) -> bool {
        let began = Instant::now();
        let (word, text) = match check() {
            Ok(remark) => {
                self.passed += 1;
                ("PASS", remark)
            }
            Err(reason) => {
                self.failed += 1;
                ("FAIL", reason)
            }
        };
        println!("{word} {title} [{:.1} s] {text}", began.elapsed().as_secs_f64());
        word == "PASS"
    }

    pub fn skip(&mut self, title: &str, reason: &str) {
        self.skipped += 1;
        println!("SKIP {title} ({reason})");
    }

    /// Prints the closing line and returns how many failed.
    pub fn close(self) -> u32 {
        println!("{}: {} passed, {} failed, {} skipped", self.name, self.passed, self.failed, self.skipped);
        self.failed
    }
}

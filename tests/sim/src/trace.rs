//! The digest of a run: equal seeds must give equal digests.

/// FNV-1a over what happened, in order.
#[derive(Clone, Copy, Debug)]
pub struct Trace(u64);

impl Default for Trace {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Trace {
    /// Adds a number.
    pub fn add(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }

    /// Adds bytes, eight at a time.
    pub fn add_bytes(&mut self, bytes: &[u8]) {
        self.add(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    /// What it has come to.
    #[must_use]
    pub fn digest(self) -> u64 {
        self.0
    }
}

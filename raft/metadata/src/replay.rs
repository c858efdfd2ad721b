//! The committed log as a row of images: applies records in offset order and keeps transactions apart until they end.
//!
//! What lies between a `BeginTransactionRecord` and its end is applied to a copy; readers see it only when the end record
//! comes, and never after an abort (KIP-868). Knows nothing of batches' bytes.
//!
//! Invariant: [`Replay::image`] never shows part of a transaction.

use crate::delta::Delta;
use crate::image::{ApplyError, Image, Provenance};
use crate::records::Record;

/// See the module's comment.
#[derive(Clone, Debug)]
pub struct Replay {
    image: Image,
    /// The image with everything since the begin record, while a transaction is open.
    transaction: Option<Image>,
    published: Image,
}

impl Default for Replay {
    fn default() -> Self {
        Self::new(Image::empty())
    }
}

impl Replay {
    /// Goes on from `image`, which counts as published.
    #[must_use]
    pub fn new(image: Image) -> Self {
        Self { published: image.clone(), image, transaction: None }
    }

    /// The image up to the last record outside an open transaction.
    #[must_use]
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// Whether a transaction is open at the end of what was applied.
    #[must_use]
    pub fn in_transaction(&self) -> bool {
        self.transaction.is_some()
    }

    /// Applies one record.
    ///
    /// # Errors
    /// The record does not fit and was left out. Kafka's broker stops at one while it starts and goes on without it later.
    pub fn apply(&mut self, record: &Record) -> Result<(), ApplyError> {
        match record {
            Record::BeginTransaction { .. } => {
                if self.transaction.is_some() {
                    return Err(ApplyError::Transaction("a transaction begins inside a transaction"));
                }
                self.transaction = Some(self.image.clone());
                Ok(())
            }
            Record::EndTransaction => match self.transaction.take() {
                Some(image) => {
                    self.image = image;
                    Ok(())
                }
                None => Err(ApplyError::Transaction("a transaction ends that did not begin")),
            },
            Record::AbortTransaction { .. } => match self.transaction.take() {
                Some(_) => Ok(()),
                None => Err(ApplyError::Transaction("a transaction is aborted that did not begin")),
            },
            _ => self.transaction.as_mut().unwrap_or(&mut self.image).apply(record),
        }
    }

    /// Notes that everything up to `provenance` was applied; called once behind each batch.
    pub fn advance(&mut self, provenance: Provenance) {
        self.transaction.as_mut().unwrap_or(&mut self.image).provenance = provenance;
    }

    /// Puts the image of a snapshot in place of everything. What leads there from the image published last is the
    /// next delta.
    pub fn load(&mut self, mut snapshot: Image) {
        self.transaction = None;
        snapshot.kraft_version = self.image.kraft_version;
        self.image = snapshot;
    }

    /// Notes the level of kraft.version that the quorum's control records finalise.
    pub fn set_kraft_version(&mut self, level: i16) {
        self.image.kraft_version = level;
        if let Some(transaction) = &mut self.transaction {
            transaction.kraft_version = level;
        }
    }

    /// The image and what changed since this was last called; `None` when the log did not move.
    pub fn publish(&mut self) -> Option<(Image, Delta)> {
        let moved = self.image.provenance != self.published.provenance
            || self.image.kraft_version != self.published.kraft_version;
        if !moved {
            return None;
        }
        let delta = Delta::between(&self.published, &self.image);
        self.published = self.image.clone();
        Some((self.image.clone(), delta))
    }
}

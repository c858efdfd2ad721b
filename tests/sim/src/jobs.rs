//! Jobs that are interrupted between their file operations, so that the core goes on meanwhile.
//!
//! A job runs on a thread of its own, but never while anything else runs: before each file operation it may hand the
//! word back to the simulator, and goes on when it is given the word again. So the order of everything follows from the
//! seed alone.

use std::any::Any;
use std::cell::RefCell;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use broker::effect::Job;
use protocol::Rng;

use crate::disk::SimDisk;

/// What a job comes back with.
pub type Outcome = Box<dyn Any + Send>;

/// How far a job has come.
pub enum Progress {
    /// It waits before a file operation.
    Paused,
    /// It has ended.
    Done(Outcome),
}

/// A job under way.
pub struct Running {
    go: SyncSender<()>,
    back: Receiver<Progress>,
    thread: JoinHandle<()>,
}

struct Baton {
    rng: Rng,
    go: Receiver<()>,
    back: SyncSender<Progress>,
}

thread_local! {
    static BATON: RefCell<Option<Baton>> = const { RefCell::new(None) };
}

/// Called before every file operation: hands the word back for a while, when on a job's thread and the dice say so.
pub fn pause() {
    BATON.with_borrow_mut(|baton| {
        let Some(held) = baton else { return };
        if !held.rng.one_in(3) {
            return;
        }
        let is_alive = held.back.send(Progress::Paused).is_ok() && held.go.recv().is_ok();
        if !is_alive {
            // The node has crashed: every operation from here on fails, without a pause.
            *baton = None;
        }
    });
}

impl Running {
    /// A job that has not begun.
    #[must_use]
    pub fn new(job: Job, disk: SimDisk, seed: u64) -> Self {
        let (go, go_receiver) = sync_channel::<()>(1);
        let (back_sender, back) = sync_channel(1);
        let thread = std::thread::Builder::new()
            .name("sim-job".into())
            .spawn(move || {
                if go_receiver.recv().is_err() {
                    return;
                }
                let done = back_sender.clone();
                BATON.set(Some(Baton { rng: Rng::new(seed), go: go_receiver, back: back_sender }));
                let outcome = job(&disk);
                BATON.set(None);
                let _ = done.send(Progress::Done(outcome));
            })
            .expect("a thread can be started");
        Self { go, back, thread }
    }

    /// Gives the job the word until it hands it back.
    pub fn go_on(self) -> (Option<Self>, Progress) {
        let given = self.go.send(());
        match self.back.recv() {
            Ok(Progress::Paused) if given.is_ok() => (Some(self), Progress::Paused),
            Ok(progress) => {
                self.thread.join().expect("it has said its last word");
                (None, progress)
            }
            Err(_) => match self.thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => unreachable!("a job ends with an outcome"),
            },
        }
    }

    /// The node has crashed: lets the job run out. The disk must already refuse its handles.
    pub fn abandon(self) {
        drop((self.go, self.back));
        if let Err(panic) = self.thread.join() {
            std::panic::resume_unwind(panic);
        }
    }
}

//! The requests of this core that wait for something: partitions, a peer, time.

use bytes::BytesMut;
use protocol::Map;

use crate::api::forward::Forward;
use crate::api::produce::Validating;
use crate::event::Token;
use crate::fetching::FetchWait;
use crate::gather::Gather;
use crate::mesh::RequestRef;
use crate::reply::RequestHead;

/// What a request waits for.
pub enum Wait {
    /// Answers about its partitions.
    Gather(Box<Gather>),
    /// Data, or time.
    Fetch(Box<FetchWait>),
    /// A fetch session that another core holds; the request is kept as it came.
    Session(RequestHead, BytesMut),
    /// The controller's answer, which is passed on as it comes.
    Forward(Box<Forward>),
    /// A block of producer ids.
    ProducerId(RequestHead),
}

impl Wait {
    /// What the answer repeats of the request.
    #[must_use]
    pub fn head(&self) -> RequestHead {
        match self {
            Self::Gather(gather) => gather.head,
            Self::Fetch(fetch) => fetch.head,
            Self::Forward(forward) => forward.head,
            Self::Session(head, _) | Self::ProducerId(head) => *head,
        }
    }
}

/// How many spare gathers and fetches are kept.
const SPARE_MAX: usize = 1024;

/// The waiting requests of a core.
#[derive(Default)]
pub struct Waiting {
    requests: Map<RequestRef, Wait>,
    tokens: Map<Token, RequestRef>,
    validating: Map<Token, Validating>,
    // Boxed as they stand in `Wait`, so that handing one out moves a pointer.
    #[expect(clippy::vec_box, reason = "the boxes themselves are what is used again")]
    spare_gathers: Vec<Box<Gather>>,
    #[expect(clippy::vec_box, reason = "the boxes themselves are what is used again")]
    spare_fetches: Vec<Box<FetchWait>>,
}

impl Waiting {
    /// A request waits.
    pub fn insert(&mut self, request: RequestRef, wait: Wait) {
        let before = self.requests.insert(request, wait);
        debug_assert!(before.is_none(), "a request waits for one thing");
    }

    /// What a request waits for.
    pub fn get(&mut self, request: RequestRef) -> Option<&mut Wait> {
        self.requests.get_mut(&request)
    }

    /// A request has got what it waited for, or is gone.
    pub fn remove(&mut self, request: RequestRef) -> Option<Wait> {
        self.requests.remove(&request)
    }

    /// A job validates a batch.
    pub fn validate(&mut self, token: Token, validating: Validating) {
        self.validating.insert(token, validating);
    }

    /// The batch that a job has validated.
    pub fn validated(&mut self, token: Token) -> Option<Validating> {
        self.validating.remove(&token)
    }

    /// An operation belongs to a request.
    pub fn own(&mut self, token: Token, request: RequestRef) {
        self.tokens.insert(token, request);
    }

    /// The request an operation belonged to.
    pub fn disown(&mut self, token: Token) -> Option<RequestRef> {
        self.tokens.remove(&token)
    }

    /// A gather to fill.
    pub fn gather(&mut self, head: RequestHead) -> Box<Gather> {
        match self.spare_gathers.pop() {
            Some(mut gather) => {
                gather.reset(head);
                gather
            }
            None => Gather::new(head),
        }
    }

    /// A gather that has been answered.
    pub fn give_back(&mut self, gather: Box<Gather>) {
        if self.spare_gathers.len() < SPARE_MAX {
            self.spare_gathers.push(gather);
        }
    }

    /// A fetch to fill.
    pub fn fetch(&mut self, head: RequestHead) -> Box<FetchWait> {
        match self.spare_fetches.pop() {
            Some(mut fetch) => {
                fetch.reset(head);
                fetch
            }
            None => FetchWait::new(head),
        }
    }

    /// A fetch that has been answered.
    pub fn give_back_fetch(&mut self, fetch: Box<FetchWait>) {
        if self.spare_fetches.len() < SPARE_MAX {
            self.spare_fetches.push(fetch);
        }
    }

    /// How many requests wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.requests.len()
    }

    /// Whether none waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }
}

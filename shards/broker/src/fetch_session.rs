//! Incremental fetch sessions (KIP-227): what a consumer fetches, remembered between its requests.
//!
//! A session id's low bits name the core that holds it, since a client may go on with a session from another
//! connection. Rules of Kafka's `FetchManager` and `FetchSessionCache`:
//! - epoch 0 opens a session (and ends the one named, if any), epoch -1 ends it and fetches without one;
//! - any other epoch must be the session's next one (error 71), of a session that is there (70), and speak of topics in
//!   the way it was opened (names or ids, 106);
//! - an answer leaves out partitions of which nothing has changed, and those that gave records go to the end of the
//!   order, so that none starves.
//! - the number of sessions is bounded; a new one takes the place of one that was not used for a while, or of a
//!   smaller one, else there is none.

use std::collections::BTreeMap;

use protocol::{ErrorCode, LeaderEpoch, Map, Mono, Offset, Rng, Uuid};

/// A session unused for this long may be replaced (`min.incremental.fetch.session.eviction.ms`).
pub const EVICTION_MS: i64 = 120_000;

/// What a client asks of one partition, as last told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Where to read from.
    pub offset: Offset,
    /// At most this much.
    pub max_bytes: i32,
    /// What the client holds for the leader's epoch.
    pub leader_epoch: LeaderEpoch,
    /// The epoch of the last record it has.
    pub last_fetched_epoch: LeaderEpoch,
    /// A follower's log start.
    pub log_start: Offset,
}

/// A topic as the client named it, by name or by id (the other one is empty).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TopicRef {
    /// Empty from version 13 on.
    pub name: Box<str>,
    /// Zero up to version 12.
    pub id: Uuid,
}

/// A partition of a session.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its topic.
    pub topic: TopicRef,
    /// Its number.
    pub partition: i32,
    /// What is asked of it.
    pub wanted: Wanted,
    /// The high watermark and log start of the last answer, -1 before the first.
    hw: i64,
    log_start: i64,
    /// The last answer had an error: the next one is given in any case.
    failed: bool,
    /// Whether its topic was there once, so that an id that is gone is known to be gone.
    found: bool,
}

/// One session.
#[derive(Debug)]
pub struct Session {
    /// Whether it was opened with topic ids.
    pub by_id: bool,
    epoch: i32,
    used: Mono,
    members: BTreeMap<u64, Member>,
    places: Map<(TopicRef, i32), u64>,
    next_place: u64,
}

impl Session {
    fn new(by_id: bool, now: Mono) -> Self {
        Self { by_id, epoch: 1, used: now, members: BTreeMap::new(), places: Map::default(), next_place: 0 }
    }

    /// Adds a partition or changes what is wanted of it.
    pub fn want(&mut self, topic: TopicRef, partition: i32, wanted: Wanted) {
        let key = (topic, partition);
        if let Some(place) = self.places.get(&key) {
            let member = self.members.get_mut(place).expect("every place has a member");
            member.wanted = wanted;
            return;
        }
        let place = self.next_place;
        self.next_place += 1;
        let member = Member {
            topic: key.0.clone(),
            partition,
            wanted,
            hw: -1,
            log_start: -1,
            failed: false,
            found: false,
        };
        self.members.insert(place, member);
        self.places.insert(key, place);
    }

    /// Drops a partition.
    pub fn forget(&mut self, topic: &TopicRef, partition: i32) {
        if let Some(place) = self.places.remove(&(topic.clone(), partition)) {
            self.members.remove(&place);
        }
    }

    /// The partitions in the order in which they are to be read, with their places.
    pub fn members(&self) -> impl Iterator<Item = (u64, &Member)> + '_ {
        self.members.iter().map(|(place, member)| (*place, member))
    }

    /// Notes whether a partition is there now; answers whether it ever was.
    pub fn find(&mut self, place: u64, is_there: bool) -> bool {
        let Some(member) = self.members.get_mut(&place) else { return is_there };
        member.found |= is_there;
        member.found
    }

    /// How many partitions it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Notes what one partition is about to be answered, and whether that has to be said at all. `records` is how many
    /// bytes it gives.
    pub fn note(&mut self, place: u64, row: Row) -> bool {
        let Some(member) = self.members.get_mut(&place) else { return true };
        let mut say = row.records > 0 || row.diverging || row.error != ErrorCode::None;
        say |= member.hw != row.hw.0 || member.log_start != row.log_start.0 || member.failed;
        member.failed = row.error != ErrorCode::None;
        member.hw = row.hw.0;
        member.log_start = row.log_start.0;
        if row.records > 0 && self.members.len() > 1 {
            let member = self.members.remove(&place).expect("it was there a line ago");
            let last = self.next_place;
            self.next_place += 1;
            self.places.insert((member.topic.clone(), member.partition), last);
            self.members.insert(last, member);
        }
        say
    }
}

/// What [`Session::note`] needs to know of an answered partition.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The row's error.
    pub error: ErrorCode,
    /// Its high watermark.
    pub hw: Offset,
    /// Its log start offset.
    pub log_start: Offset,
    /// How many bytes of records it gives.
    pub records: u32,
    /// Whether it tells the client to truncate.
    pub diverging: bool,
}

/// The sessions that a core holds.
pub struct SessionCache {
    sessions: Map<i32, Session>,
    /// Sessions of other cores, here for one request.
    borrowed: Map<i32, Session>,
    capacity: usize,
    core: u16,
    core_bits: u32,
    rng: Rng,
    /// How many sessions had to give way, for the metric.
    pub evictions: u64,
}

/// What a request's session id and epoch come to.
#[derive(Debug, PartialEq, Eq)]
pub enum Opening {
    /// Fetch what the request names and remember nothing.
    Sessionless,
    /// Fetch what the request names; a session may be made of it.
    Full,
    /// Fetch what the session holds after the request has changed it.
    Incremental(i32),
    /// Answer the error at the top of the response.
    Error(ErrorCode),
}

impl SessionCache {
    /// A cache for `capacity` sessions on `core` out of `cores`.
    #[must_use]
    pub fn new(capacity: usize, core: u16, cores: u16, rng: Rng) -> Self {
        let core_bits = u32::from(cores.max(1)).next_power_of_two().trailing_zeros();
        Self {
            sessions: Map::default(),
            borrowed: Map::default(),
            capacity,
            core,
            core_bits,
            rng,
            evictions: 0,
        }
    }

    /// Which core holds the session of this id.
    #[must_use]
    pub fn core_of(&self, id: i32) -> u16 {
        (id as u32 & ((1 << self.core_bits) - 1)) as u16
    }

    /// Decides what a request with this id and epoch is.
    pub fn open(&mut self, id: i32, epoch: i32, by_id: bool, now: Mono) -> Opening {
        if epoch == 0 || epoch == -1 {
            if id != 0 {
                self.sessions.remove(&id);
            }
            return if epoch == 0 { Opening::Full } else { Opening::Sessionless };
        }
        let Some(session) = self.sessions.get_mut(&id) else {
            return Opening::Error(ErrorCode::FetchSessionIdNotFound);
        };
        if session.epoch != epoch {
            return Opening::Error(ErrorCode::InvalidFetchSessionEpoch);
        }
        if session.by_id != by_id {
            return Opening::Error(ErrorCode::FetchSessionTopicIdError);
        }
        session.epoch = if session.epoch == i32::MAX { 1 } else { session.epoch + 1 };
        session.used = now;
        Opening::Incremental(id)
    }

    /// The session of this id, held or borrowed.
    pub fn get(&mut self, id: i32) -> Option<&mut Session> {
        match self.sessions.get_mut(&id) {
            None => self.borrowed.get_mut(&id),
            held => held,
        }
    }

    /// Hands a session to another core for one request, once it is opened there.
    pub fn lend(&mut self, id: i32, epoch: i32, by_id: bool, now: Mono) -> Result<Session, ErrorCode> {
        match self.open(id, epoch, by_id, now) {
            Opening::Incremental(id) => self.sessions.remove(&id).ok_or(ErrorCode::FetchSessionIdNotFound),
            Opening::Error(code) => Err(code),
            Opening::Full | Opening::Sessionless => Err(ErrorCode::InvalidFetchSessionEpoch),
        }
    }

    /// Takes a session of another core in for one request.
    pub fn borrow(&mut self, id: i32, session: Session) {
        self.borrowed.insert(id, session);
    }

    /// The request is over: the session goes back where it belongs. `None` if it is this core's own, or was ended.
    pub fn give_back(&mut self, id: i32) -> Option<Session> {
        self.borrowed.remove(&id)
    }

    /// Takes a session back that was lent.
    pub fn take_back(&mut self, id: i32, session: Session) {
        self.sessions.insert(id, session);
    }

    /// Ends a session.
    pub fn remove(&mut self, id: i32) {
        self.sessions.remove(&id);
        self.borrowed.remove(&id);
    }

    /// Makes room for a session of `size` partitions and opens it; `None` when the cache is full of better ones.
    pub fn create(&mut self, by_id: bool, size: usize, now: Mono) -> Option<(i32, &mut Session)> {
        if self.capacity == 0 {
            return None;
        }
        if self.sessions.len() >= self.capacity {
            let (oldest, session) = self.sessions.iter().min_by_key(|(id, s)| (s.used, **id))?;
            let stale = now.since(session.used).as_millis() as i64 > EVICTION_MS;
            let victim = if stale {
                *oldest
            } else {
                let (smallest, session) = self.sessions.iter().min_by_key(|(id, s)| (s.len(), **id))?;
                if session.len() >= size {
                    return None;
                }
                *smallest
            };
            self.sessions.remove(&victim);
            self.evictions += 1;
        }
        let id = loop {
            let random = self.rng.next_u64() as i32 & i32::MAX;
            let id = (random >> self.core_bits << self.core_bits) | i32::from(self.core);
            if id != 0 && !self.sessions.contains_key(&id) {
                break id;
            }
        };
        Some((id, self.sessions.entry(id).or_insert_with(|| Session::new(by_id, now))))
    }

    /// How many sessions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sessions.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sessions.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(name: &str) -> TopicRef {
        TopicRef { name: name.into(), id: Uuid::ZERO }
    }

    const WANTED: Wanted = Wanted {
        offset: Offset(0),
        max_bytes: 1,
        leader_epoch: LeaderEpoch::NONE,
        last_fetched_epoch: LeaderEpoch::NONE,
        log_start: Offset(-1),
    };

    fn row(hw: i64, records: u32) -> Row {
        Row { error: ErrorCode::None, hw: Offset(hw), log_start: Offset(0), records, diverging: false }
    }

    #[test]
    fn an_unchanged_partition_is_left_out_and_one_that_gave_records_goes_last() {
        let mut cache = SessionCache::new(10, 0, 1, Rng::new(1));
        let (_, session) = cache.create(false, 2, Mono(0)).expect("there is room");
        session.want(topic("a"), 0, WANTED);
        session.want(topic("b"), 0, WANTED);
        assert!(session.note(0, row(5, 10)));
        assert!(session.note(1, row(5, 0)), "the first answer says everything");
        let order: Vec<_> = session.members().map(|(_, m)| m.topic.name.to_string()).collect();
        assert_eq!(order, ["b", "a"]);
        assert!(!session.note(1, row(5, 0)));
        assert!(session.note(1, row(6, 0)), "a moved high watermark is told");
    }

    #[test]
    fn a_row_after_an_error_is_told_even_if_nothing_else_changed() {
        let mut cache = SessionCache::new(10, 0, 1, Rng::new(1));
        let (_, session) = cache.create(false, 1, Mono(0)).expect("there is room");
        session.want(topic("a"), 0, WANTED);
        let failed = Row { error: ErrorCode::NotLeaderOrFollower, ..row(-1, 0) };
        assert!(session.note(0, failed));
        assert!(session.note(0, failed));
        assert!(session.note(0, row(-1, 0)));
        assert!(!session.note(0, row(-1, 0)));
    }

    #[test]
    fn ids_name_their_core_and_epochs_count_up() {
        let mut cache = SessionCache::new(10, 2, 3, Rng::new(1));
        let (id, _) = cache.create(true, 1, Mono(0)).expect("there is room");
        assert_eq!(cache.core_of(id), 2);
        assert_eq!(cache.open(id, 1, true, Mono(1)), Opening::Incremental(id));
        assert_eq!(cache.open(id, 1, true, Mono(1)), Opening::Error(ErrorCode::InvalidFetchSessionEpoch));
        assert_eq!(cache.open(id, 2, false, Mono(1)), Opening::Error(ErrorCode::FetchSessionTopicIdError));
        assert_eq!(cache.open(id, -1, true, Mono(1)), Opening::Sessionless);
        assert_eq!(cache.open(id, 2, true, Mono(1)), Opening::Error(ErrorCode::FetchSessionIdNotFound));
    }

    #[test]
    fn a_session_is_lent_for_a_request_and_goes_on_where_it_came_from() {
        let (mut home, mut away) =
            (SessionCache::new(10, 0, 2, Rng::new(1)), SessionCache::new(10, 1, 2, Rng::new(2)));
        let (id, session) = home.create(true, 1, Mono(0)).expect("there is room");
        session.want(topic("a"), 0, WANTED);
        assert!(matches!(home.lend(id, 7, true, Mono(1)), Err(ErrorCode::InvalidFetchSessionEpoch)));
        let session = home.lend(id, 1, true, Mono(1)).expect("the epoch is right");
        away.borrow(id, session);
        assert_eq!(away.get(id).map(|session| session.len()), Some(1));
        home.take_back(id, away.give_back(id).expect("it was borrowed"));
        assert_eq!(home.open(id, 2, true, Mono(2)), Opening::Incremental(id));
    }

    #[test]
    fn a_full_cache_gives_way_to_larger_sessions_and_to_none_smaller() {
        let mut cache = SessionCache::new(1, 0, 1, Rng::new(1));
        let (_, session) = cache.create(false, 2, Mono(0)).expect("there is room");
        session.want(topic("a"), 0, WANTED);
        session.want(topic("a"), 1, WANTED);
        assert!(cache.create(false, 2, Mono(1)).is_none());
        assert!(cache.create(false, 3, Mono(1)).is_some());
        assert!(cache.create(false, 1, Mono(1).after_ms(EVICTION_MS + 1)).is_some());
        assert_eq!(cache.len(), 1);
    }
}

//! The connections of one core by number. A slot is used again, its number is not.

use broker::event::ConnId;

use crate::conn::Conn;

/// Generations use 30 bits, so that a connection's number leaves two bits free for the backend.
const GENERATION_MASK: u32 = (1 << 30) - 1;

struct Slot {
    generation: u32,
    conn: Option<Conn>,
}

/// The table.
#[derive(Default)]
pub struct Table {
    slots: Vec<Slot>,
    free: Vec<u32>,
    count: usize,
}

impl Table {
    /// Puts a connection in under a number nobody has had.
    pub fn insert(&mut self, make: impl FnOnce(ConnId) -> Conn) -> ConnId {
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 1, conn: None });
            (self.slots.len() - 1) as u32
        });
        let slot = &mut self.slots[index as usize];
        let id = ConnId(u64::from(slot.generation) << 32 | u64::from(index));
        slot.conn = Some(make(id));
        self.count += 1;
        id
    }

    /// The connection of that number, if it still lives.
    pub fn get(&mut self, id: ConnId) -> Option<&mut Conn> {
        let slot = self.slots.get_mut((id.0 & u64::from(u32::MAX)) as usize)?;
        slot.conn.as_mut().filter(|conn| conn.id == id)
    }

    /// Takes a connection out.
    pub fn remove(&mut self, id: ConnId) -> Option<Conn> {
        self.get(id)?;
        let index = (id.0 & u64::from(u32::MAX)) as u32;
        let slot = &mut self.slots[index as usize];
        slot.generation = (slot.generation + 1) & GENERATION_MASK;
        self.free.push(index);
        self.count -= 1;
        slot.conn.take()
    }

    /// All connections.
    pub fn iter(&mut self) -> impl Iterator<Item = &mut Conn> {
        self.slots.iter_mut().filter_map(|slot| slot.conn.as_mut())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }
}

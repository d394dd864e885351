//! What a bot is asked, with names.

use super::{Card, KettleTable, Move, TrapperTable};
use std::collections::HashMap;
use std::time::Duration;

const NOTE_BYTES: usize = 1024;

/// A match of this bot; several may be open at once.
pub struct Match {
    pub game: String,
    pub options: HashMap<String, String>,
    pub players: usize,
    pub seat: usize,
    /// The bot's own options, as bot.toml offers them.
    pub settings: HashMap<String, String>,
    /// How much the organiser wants to be looked at for one answer; 0 leaves it to the bot.
    pub nodes: u64,
}

/// The table of one of the games, with names.
pub enum Table {
    Kettle(KettleTable),
    Trapper(TrapperTable),
}

/// A legal action.
pub struct Action {
    /// Whether it leaves the match while it offers more.
    pub gives_up: bool,
    pub names: Names,
}

/// What an action does, by game.
pub enum Names {
    /// Kupferkessel: the card of a cell is taken. `declines` tells whether its symbol is not
    /// used, or the last card laid aside.
    Take {
        cell: usize,
        card: Card,
        declines: bool,
    },
    /// Trapper.
    Move(Move),
}

/// A decision that is due.
pub struct Turn<'a> {
    pub playing: &'a Match,
    pub table: &'a Table,
    /// Chance that repeats when the match is played again.
    pub random: &'a mut Random,
    pub step: u32,
    pub legal: Vec<Action>,
    /// The longest this answer may take.
    pub budget: Duration,
    /// The result this seat expects, from 0 to 1, for the record.
    pub eval: Option<f64>,
    pub(super) remarks: String,
}

impl Turn<'_> {
    /// Keep a remark in the record of this step; `arena logs` shows it.
    pub fn note(&mut self, text: impl AsRef<str>) {
        if !self.remarks.is_empty() {
            self.remarks.push('\n');
        }
        self.remarks.push_str(text.as_ref());
        while self.remarks.len() > NOTE_BYTES {
            self.remarks.pop();
        }
    }
}

/// Splitmix64.
pub struct Random(pub(super) u64);

impl Random {
    /// A number from 0, below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }
}

//! Trapper with names, from the columns of ids on the wire.

use super::wire::{TrapperActions, TrapperComponents, TrapperObservation, TrapperPosition};
use super::{Action, Names};
use std::collections::HashMap;

const KINDS: [&str; 4] = ["animal", "canoe", "mushroom", "herb"];
const SIDES: [&str; 4] = ["north", "east", "south", "west"];

/// A loot tile; plants have no species, and `water` is a side of it, or empty.
#[derive(Clone, Debug)]
pub struct Tile {
    pub id: usize,
    pub kind: &'static str,
    pub species: String,
    /// For a canoe the number of animals it takes.
    pub value: i32,
    pub water: &'static str,
}

/// A canoe that lies before a seat, with its load.
pub struct Canoe {
    pub tile: Tile,
    pub load: Vec<Tile>,
}

impl Canoe {
    /// How many animals are lacking.
    pub fn missing(&self) -> i32 {
        let animals = self.load.iter().filter(|tile| tile.kind == "animal");
        self.tile.value - animals.count() as i32
    }

    /// Whether the tile can be laid with it.
    pub fn takes(&self, tile: &Tile) -> bool {
        match tile.kind {
            _ if self.missing() == 0 => false,
            "canoe" => false,
            "animal" => tile.species == self.tile.species,
            plant => self.load.iter().all(|one| one.kind != plant),
        }
    }
}

/// A seat and what lies before it.
pub struct TrapperPlayer {
    pub coins: i32,
    pub cards: u32,
    pub retired: bool,
    pub canoes: Vec<Canoe>,
    /// Animals and plants without a canoe.
    pub singles: Vec<Tile>,
}

/// What an action does; what means nothing for its kind is empty or 0.
pub struct Move {
    /// take, end, pass, retire, exchange, join, open, raise, drop, pay or catch.
    pub kind: String,
    /// The colour of the trapper.
    pub trapper: String,
    pub cell: usize,
    /// What is taken, or what the taken tile is joined with.
    pub tile: Option<Tile>,
    /// A bid, or the number of a species tile.
    pub number: u32,
    /// How many cards are paid.
    pub cards: i32,
}

/// The table as it lies now.
#[derive(Default)]
pub struct TrapperTable {
    pub tiles: Vec<Tile>,
    /// What is to be decided: turn, join, bid, pay or catch.
    pub phase: String,
    /// The highest bid of an auction.
    pub price: u32,
    pub pile: u32,
    /// What lies open in each cell, row by row.
    pub board: Vec<Option<Tile>>,
    /// The own cards by colour.
    pub hand: HashMap<String, u32>,
    /// The cell of each trapper by colour.
    pub trappers: HashMap<String, usize>,
    pub players: Vec<TrapperPlayer>,
    seat: usize,
    colours: Vec<String>,
}

impl TrapperTable {
    pub(super) fn new(parts: TrapperComponents, seat: usize) -> Self {
        let tile = |(id, &kind): (usize, &u32)| Tile {
            id,
            kind: KINDS[kind as usize],
            species: usize::try_from(parts.tile_species[id]).map_or_else(
                |_| String::new(),
                |species| parts.species_key[species].clone(),
            ),
            value: parts.tile_value[id] as i32,
            water: usize::try_from(parts.tile_water[id]).map_or("", |side| SIDES[side]),
        };
        TrapperTable {
            tiles: parts.tile_kind.iter().enumerate().map(tile).collect(),
            seat,
            colours: parts.colour_key,
            ..Default::default()
        }
    }

    /// The own seat.
    pub fn me(&self) -> &TrapperPlayer {
        &self.players[self.seat]
    }

    pub(super) fn hear(&mut self, position: &TrapperPosition) {
        let Some(seen) = &position.observation else {
            return;
        };
        self.phase = short(seen.phase().as_str_name(), "TRAPPER_PHASE_");
        self.price = seen.price;
        self.pile = seen.pile;
        let open = |&tile: &i32| {
            usize::try_from(tile)
                .ok()
                .map(|tile| self.tiles[tile].clone())
        };
        self.board = seen.board.iter().map(open).collect();
        let colours = || self.colours.iter().cloned();
        self.hand = colours().zip(seen.hand.iter().copied()).collect();
        let cells = seen.trappers.iter().map(|&cell| cell as usize);
        self.trappers = colours().zip(cells).collect();
        self.players = (0..seen.coins.len())
            .map(|seat| self.player(seen, seat))
            .collect();
    }

    fn player(&self, seen: &TrapperObservation, seat: usize) -> TrapperPlayer {
        let mine = || {
            self.tiles
                .iter()
                .filter(|tile| seen.tile_seat[tile.id] == seat as i32)
        };
        let laid = |canoe: i32| mine().filter(move |tile| seen.tile_canoe[tile.id] == canoe);
        let canoe = |tile: &Tile| Canoe {
            tile: tile.clone(),
            load: laid(tile.id as i32).cloned().collect(),
        };
        TrapperPlayer {
            coins: seen.coins[seat] as i32,
            cards: seen.hand_sizes[seat],
            retired: seen.retired[seat] == 1,
            canoes: mine()
                .filter(|tile| tile.kind == "canoe")
                .map(canoe)
                .collect(),
            singles: laid(-1)
                .filter(|tile| tile.kind != "canoe")
                .cloned()
                .collect(),
        }
    }

    pub(super) fn actions(&self, told: &TrapperActions) -> Vec<Action> {
        let action = |(i, kind): (usize, super::wire::TrapperActionKind)| {
            let kind = short(kind.as_str_name(), "TRAPPER_ACTION_KIND_");
            let cell = told.cell[i] as usize;
            let tile = match kind.as_str() {
                "take" | "catch" => self.board[cell].clone(),
                "join" => Some(self.tiles[told.tile[i] as usize].clone()),
                _ => None,
            };
            let paid = told.green[i] + told.blue[i] + told.beige[i] + told.violet[i];
            let names = Names::Move(Move {
                kind,
                trapper: self.colours[told.colour[i] as usize].clone(),
                cell,
                tile,
                number: told.number[i],
                cards: paid as i32,
            });
            Action {
                gives_up: false,
                names,
            }
        };
        told.kind().enumerate().map(action).collect()
    }
}

fn short(name: &str, prefix: &str) -> String {
    name.trim_start_matches(prefix).to_lowercase()
}

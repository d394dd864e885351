//! Kupferkessel Co. with names, from the columns of ids on the wire.

use super::wire::{
    KupferkesselActions, KupferkesselComponents, KupferkesselEventKind as Kind,
    KupferkesselPosition,
};
use super::{Action, Names};

const SYMBOLS: [&str; 3] = ["", "hat", "explosion"];

/// A card; `symbol` is the one that acts in this variant.
#[derive(Clone, Debug)]
pub struct Card {
    pub ingredient: String,
    pub colour: String,
    pub value: i32,
    pub symbol: &'static str,
}

/// A seat, with all that went into its kettle and is still there.
pub struct KettlePlayer {
    pub colour: String,
    pub space: usize,
    pub kettle: Vec<Card>,
}

/// The table; it lives as long as the match and forgets nothing.
pub struct KettleTable {
    pub cards: Vec<Card>,
    pub players: Vec<KettlePlayer>,
    /// What lies in each cell, row by row; nothing for a gap.
    pub square: Vec<Option<Card>>,
    pub recipes: Vec<String>,
    pub pile: u32,
    seat: usize,
    recipe_keys: Vec<String>,
}

impl KettleTable {
    pub(super) fn new(parts: KupferkesselComponents, seat: usize) -> Self {
        let card = |(number, &ingredient): (usize, &u32)| Card {
            ingredient: parts.ingredient_key[ingredient as usize].clone(),
            colour: parts.ingredient_colour[ingredient as usize].clone(),
            value: parts.card_value[number] as i32,
            symbol: SYMBOLS[parts.card_action[number] as usize],
        };
        let player = |colour: &String| KettlePlayer {
            colour: colour.clone(),
            space: 0,
            kettle: Vec::new(),
        };
        KettleTable {
            cards: parts.card_ingredient.iter().enumerate().map(card).collect(),
            players: parts.seat_colour.iter().map(player).collect(),
            square: Vec::new(),
            recipes: Vec::new(),
            pile: 0,
            seat,
            recipe_keys: parts.recipe_key,
        }
    }

    /// The own seat.
    pub fn me(&self) -> &KettlePlayer {
        &self.players[self.seat]
    }

    pub(super) fn hear(&mut self, position: &KupferkesselPosition) {
        if let Some(events) = &position.events {
            for (i, kind) in events.kind().enumerate() {
                let kettle = &mut self.players[events.seat[i] as usize].kettle;
                match kind {
                    Kind::StartCard | Kind::Taken | Kind::LastKept => {
                        kettle.push(self.cards[events.card[i] as usize].clone());
                    }
                    Kind::Exploded | Kind::ExplodedOut => {
                        kettle.pop();
                    }
                    _ => {}
                }
            }
        }
        let Some(seen) = &position.observation else {
            return;
        };
        let card = |&card: &i32| {
            usize::try_from(card)
                .ok()
                .map(|card| self.cards[card].clone())
        };
        self.square = seen.grid.iter().map(card).collect();
        let recipe = |&recipe: &u32| self.recipe_keys[recipe as usize].clone();
        self.recipes = seen.recipes.iter().map(recipe).collect();
        self.pile = seen.pile;
        for (player, &space) in self.players.iter_mut().zip(&seen.pawns) {
            player.space = space as usize;
        }
    }

    pub(super) fn actions(&self, told: &KupferkesselActions) -> Vec<Action> {
        let places = told.cell.iter().zip(&told.choice);
        let action = |(&cell, &choice): (&u32, &u32)| {
            let card = self.square[cell as usize]
                .clone()
                .expect("a card that can be taken");
            let names = Names::Take {
                cell: cell as usize,
                card,
                declines: choice == 1,
            };
            Action {
                gives_up: false,
                names,
            }
        };
        places.map(action).collect()
    }
}

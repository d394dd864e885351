//! The bot: random, with one idea for each game. `choose` is the function to edit.

mod client;

use client::{Action, KettleTable, Names, Table, Tile, TrapperTable, Turn};
use std::process::ExitCode;

/// One of the legal actions of this turn, by its place in `turn.legal`.
fn choose(turn: &mut Turn) -> usize {
    let worths: Vec<i32> = turn
        .legal
        .iter()
        .map(|action| worth(turn.table, action))
        .collect();
    let best = worths.iter().max().copied().unwrap_or(0);
    let ties: Vec<usize> = (0..worths.len())
        .filter(|&index| worths[index] == best)
        .collect();
    turn.note(format!(
        "{} of {} actions look best",
        ties.len(),
        worths.len()
    ));
    ties[turn.random.below(ties.len())]
}

fn worth(table: &Table, action: &Action) -> i32 {
    match table {
        Table::Kettle(table) => collect(table, action),
        Table::Trapper(table) => fit(table, action),
    }
}

/// Kupferkessel: take what you have most of; single cards cost, three of a kind pay.
fn collect(table: &KettleTable, action: &Action) -> i32 {
    let Names::Take { card, .. } = &action.names else {
        return 0;
    };
    let kettle = &table.me().kettle;
    match kettle
        .iter()
        .filter(|one| one.ingredient == card.ingredient)
        .count()
    {
        0 => -card.value,
        held => 10 * held as i32,
    }
}

/// Trapper: take what goes into a canoe, pay little, and never leave the match.
fn fit(table: &TrapperTable, action: &Action) -> i32 {
    let Names::Move(step) = &action.names else {
        return 0;
    };
    match (step.kind.as_str(), &step.tile) {
        ("take" | "catch", Some(tile)) => 10 * wanted(table, tile) - step.cards,
        ("exchange" | "join", _) => 1,
        ("open" | "raise", _) if step.number <= 2 => 1,
        ("open" | "raise", _) => -1,
        ("pay", _) => -step.cards,
        ("retire", _) => -100,
        _ => 0,
    }
}

/// 1 for a tile that a canoe of ours takes, or for a canoe; otherwise -1.
fn wanted(table: &TrapperTable, tile: &Tile) -> i32 {
    let takes = table.me().canoes.iter().any(|canoe| canoe.takes(tile));
    if tile.kind == "canoe" || takes {
        1
    } else {
        -1
    }
}

fn main() -> ExitCode {
    match client::play(choose, "@NAME@", 16) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

//! What lies between the bot and the arena; `main.rs` is the part to edit.
#![allow(dead_code, unused_imports)] // a bot need not use everything there is

mod kupferkessel;
mod stream;
mod trapper;
mod turn;

/// The stubs of protos/, made by build.rs.
#[allow(clippy::all)]
mod wire {
    tonic::include_proto!("referee.v1");
}

pub use kupferkessel::{Card, KettlePlayer, KettleTable};
pub use stream::play;
pub use trapper::{Canoe, Move, Tile, TrapperPlayer, TrapperTable};
pub use turn::{Action, Match, Names, Random, Table, Turn};

// The bot: random, with one idea for each game. `choose` is the function to edit.

import { play } from "./stream.js";
import type { KettleAction, KettleTable } from "./kupferkessel.js";
import type { Tile, TrapperAction, TrapperTable } from "./trapper.js";
import type { Action, Turn } from "./turn.js";

/** One of the legal actions of this turn. */
function choose(turn: Turn): Action {
  const worths = worthsOf(turn);
  const best = Math.max(...worths);
  const ties = turn.legal.filter((_, index) => worths[index] === best);
  turn.note(`${ties.length} of ${worths.length} actions look best`);
  return turn.match.random.choice(ties);
}

function worthsOf(turn: Turn): number[] {
  switch (turn.game) {
    case "kupferkessel":
      return turn.legal.map((action) => collect(turn.table, action));
    case "trapper":
      return turn.legal.map((action) => fit(turn.table, action));
  }
}

/** Kupferkessel: take what you have most of; single cards cost, three of a kind pay. */
function collect(table: KettleTable, action: KettleAction): number {
  const held = table.me.kettle.filter((card) => card.ingredient === action.card.ingredient).length;
  return held === 0 ? -action.card.value : 10 * held;
}

/** Trapper: take what goes into a canoe, pay little, and never leave the match. */
function fit(table: TrapperTable, action: TrapperAction): number {
  switch (action.kind) {
    case "take":
    case "catch":
      return 10 * wanted(table, action.tile!) - action.cards;
    case "exchange":
    case "join":
      return 1;
    case "open":
    case "raise":
      return action.number <= 2 ? 1 : -1;
    case "pay":
      return -action.cards;
    case "retire":
      return -100;
    default:
      return 0;
  }
}

/** 1 for a tile that a canoe of ours takes, or for a canoe; otherwise -1. */
function wanted(table: TrapperTable, tile: Tile): number {
  if (tile.kind === "canoe") return 1;
  return table.me.canoes.some((canoe) => canoe.takes(tile)) ? 1 : -1;
}

play(choose, { name: "@NAME@", matchesAtOnce: 16 });

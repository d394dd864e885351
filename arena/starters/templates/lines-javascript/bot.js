// The bot: random, with one idea for each game. `choose` is the function to edit.
"use strict";

/** The index of one of `turn.actions`; `match` is what the start told. */
function choose(match, turn, chance) {
  const me = turn.table.players[match.seat];
  const idea = match.game === "kupferkessel" ? collect : fit;
  const worths = turn.actions.map((action) => idea(me, action));
  const best = Math.max(...worths);
  const ties = worths.flatMap((worth, index) => (worth === best ? [index] : []));
  return ties[Math.floor(chance() * ties.length)];
}

/** Kupferkessel: take what you have most of; single cards cost, three of a kind pay. */
function collect(me, { card }) {
  const held = me.kettle.filter((one) => one.ingredient === card.ingredient).length;
  return held === 0 ? -card.value : 10 * held;
}

/** Trapper: take what goes into a canoe, pay little, and never leave the match. */
function fit(me, action) {
  const paid = Object.values(action.cards ?? {}).reduce((sum, count) => sum + count, 0);
  switch (action.kind) {
    case "take":
    case "catch":
      return (wanted(me, action.tile) ? 10 : -10) - paid;
    case "exchange":
    case "join":
      return 1;
    case "open":
    case "raise":
      return action.number <= 2 ? 1 : -1;
    case "pay":
      return -paid;
    case "retire":
      return -100;
    default:
      return 0;
  }
}

/** Whether it is a canoe, or one of ours takes it. */
function wanted(me, tile) {
  if (tile.kind === "canoe") return true;
  if (tile.kind === "animal") return me.canoes.some((one) => one.tile.species === tile.species);
  return me.canoes.some((one) => one.load.every((other) => other.kind !== tile.kind));
}

/** Chance from a seed (mulberry32): the same seed, the same match. */
function chanceOf(seed) {
  let state = seed % 2 ** 32;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Each line that asks is answered by one line; several matches may be open at once.
const matches = new Map();
require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const told = JSON.parse(line);
    if (told.type === "start") {
      matches.set(told.match, { match: told, chance: chanceOf(told.seed) });
    } else if (told.type === "act") {
      const { match, chance } = matches.get(told.match);
      const action = choose(match, told, chance);
      const note = `one of ${told.count} actions`;
      console.log(JSON.stringify({ match: told.match, action, note }));
    } else if (told.type === "end") {
      matches.delete(told.match);
    }
  });

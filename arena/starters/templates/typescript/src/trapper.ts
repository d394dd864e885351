// Trapper with names, from the columns of ids on the wire.

import type { TrapperComponents__Output } from "./stubs/referee/v1/TrapperComponents.js";
import type { TrapperObservation__Output } from "./stubs/referee/v1/TrapperObservation.js";
import type { TrapperPosition__Output } from "./stubs/referee/v1/TrapperPosition.js";
import type { Indexed } from "./turn.js";

const KINDS = ["animal", "canoe", "mushroom", "herb"] as const;
const SIDES = ["north", "east", "south", "west"] as const;
const PHASES = ["", "turn", "join", "bid", "pay", "catch"] as const;
const ACTIONS = [
  "", "take", "end", "pass", "retire", "exchange", "join", "open", "raise", "drop", "pay", "catch",
] as const;

/** A loot tile. */
export interface Tile {
  readonly id: number;
  readonly kind: (typeof KINDS)[number];
  /** Empty for plants. */
  readonly species: string;
  /** For a canoe the number of animals it takes. */
  readonly value: number;
  /** A side of it; nothing where water does not matter. */
  readonly water: (typeof SIDES)[number] | undefined;
}

/** A legal action; what means nothing for its kind is empty or 0. */
export interface TrapperAction extends Indexed {
  readonly kind: (typeof ACTIONS)[number];
  /** The colour of the trapper. */
  readonly trapper: string;
  readonly cell: number;
  /** What is taken, or what the taken tile is joined with. */
  readonly tile: Tile | undefined;
  /** A bid, or the number of a species tile. */
  readonly number: number;
  /** How many cards are paid. */
  readonly cards: number;
}

/** A canoe that lies before a seat, with its load. */
export class Canoe {
  constructor(readonly tile: Tile, readonly load: readonly Tile[]) {}

  /** How many animals are lacking. */
  get missing(): number {
    return this.tile.value - this.load.filter((tile) => tile.kind === "animal").length;
  }

  /** Whether the tile can be laid with it. */
  takes(tile: Tile): boolean {
    if (this.missing === 0 || tile.kind === "canoe") return false;
    if (tile.kind === "animal") return tile.species === this.tile.species;
    return this.load.every((one) => one.kind !== tile.kind);
  }
}

/** A seat and what lies before it. */
export interface TrapperPlayer {
  readonly coins: number;
  readonly cards: number;
  readonly retired: boolean;
  readonly canoes: readonly Canoe[];
  /** Animals and plants without a canoe. */
  readonly singles: readonly Tile[];
}

/** The table as it lies now. */
export class TrapperTable {
  readonly tiles: readonly Tile[];
  phase: (typeof PHASES)[number] = "";
  /** The highest bid of an auction. */
  price = 0;
  pile = 0;
  /** What lies open in each cell, row by row. */
  board: readonly (Tile | undefined)[] = [];
  /** The own cards by colour. */
  hand: ReadonlyMap<string, number> = new Map();
  /** The cell of each trapper by colour. */
  trappers: ReadonlyMap<string, number> = new Map();
  players: readonly TrapperPlayer[] = [];
  private readonly colours: readonly string[];

  constructor(parts: TrapperComponents__Output, private readonly seat: number) {
    this.colours = parts.colour_key;
    this.tiles = parts.tile_kind.map((kind, id) => ({
      id,
      kind: KINDS[kind]!,
      species: parts.species_key[parts.tile_species[id]!] ?? "",
      value: parts.tile_value[id]!,
      water: SIDES[parts.tile_water[id]!],
    }));
  }

  /** The own seat. */
  get me(): TrapperPlayer {
    return this.players[this.seat]!;
  }

  /** Take in what a request tells. */
  hear(position: TrapperPosition__Output): void {
    const seen = position.observation!;
    this.phase = PHASES[seen.phase]!;
    this.price = seen.price;
    this.pile = seen.pile;
    this.board = seen.board.map((tile) => this.tiles[tile]);
    this.hand = new Map(this.colours.map((colour, i) => [colour, seen.hand[i]!]));
    this.trappers = new Map(this.colours.map((colour, i) => [colour, seen.trappers[i]!]));
    this.players = seen.coins.map((_, seat) => this.player(seen, seat));
  }

  private player(seen: TrapperObservation__Output, seat: number): TrapperPlayer {
    const mine = this.tiles.filter((tile) => seen.tile_seat[tile.id] === seat);
    const inCanoe = (canoe: number) => mine.filter((tile) => seen.tile_canoe[tile.id] === canoe);
    return {
      coins: seen.coins[seat]!,
      cards: seen.hand_sizes[seat]!,
      retired: seen.retired[seat] === 1,
      canoes: mine
        .filter((tile) => tile.kind === "canoe")
        .map((tile) => new Canoe(tile, inCanoe(tile.id))),
      singles: inCanoe(-1).filter((tile) => tile.kind !== "canoe"),
    };
  }

  actions(position: TrapperPosition__Output, givesUp: ReadonlySet<number>): TrapperAction[] {
    const told = position.actions!;
    return told.kind.map((number, index) => {
      const kind = ACTIONS[number]!;
      const cell = told.cell[index]!;
      const taken = kind === "take" || kind === "catch" ? this.board[cell] : undefined;
      return {
        index,
        givesUp: givesUp.has(index),
        kind,
        trapper: this.colours[told.colour[index]!]!,
        cell,
        tile: kind === "join" ? this.tiles[told.tile[index]!] : taken,
        number: told.number[index]!,
        cards:
          told.green[index]! + told.blue[index]! + told.beige[index]! + told.violet[index]!,
      };
    });
  }
}

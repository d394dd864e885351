// Kupferkessel Co. with names, from the columns of ids on the wire.

import type { KupferkesselComponents__Output } from "./stubs/referee/v1/KupferkesselComponents.js";
import type { KupferkesselPosition__Output } from "./stubs/referee/v1/KupferkesselPosition.js";
import type { Indexed } from "./turn.js";

const SYMBOLS = ["", "hat", "explosion"] as const;
const START_CARD = 3, TAKEN = 7, EXPLODED = 8, EXPLODED_OUT = 9, LAST_KEPT = 12;

/** A card; `symbol` is the one that acts in this variant. */
export interface Card {
  readonly ingredient: string;
  readonly colour: string;
  readonly value: number;
  readonly symbol: (typeof SYMBOLS)[number];
}

/** A legal action: a card is taken. */
export interface KettleAction extends Indexed {
  readonly cell: number;
  readonly card: Card;
  /** Whether the symbol of the card is not used, or the last card laid aside. */
  readonly declines: boolean;
}

/** A seat, with all that went into its kettle and is still there. */
export interface KettlePlayer {
  readonly colour: string;
  space: number;
  readonly kettle: Card[];
}

/** The table; it lives as long as the match and forgets nothing. */
export class KettleTable {
  readonly cards: readonly Card[];
  readonly players: readonly KettlePlayer[];
  /** What lies in each cell, row by row; nothing for a gap. */
  square: readonly (Card | undefined)[] = [];
  recipes: readonly string[] = [];
  pile = 0;
  private readonly recipeKeys: readonly string[];

  constructor(parts: KupferkesselComponents__Output, private readonly seat: number) {
    this.cards = parts.card_ingredient.map((ingredient, card) => ({
      ingredient: parts.ingredient_key[ingredient]!,
      colour: parts.ingredient_colour[ingredient]!,
      value: parts.card_value[card]!,
      symbol: SYMBOLS[parts.card_action[card]!]!,
    }));
    this.players = parts.seat_colour.map((colour) => ({ colour, space: 0, kettle: [] }));
    this.recipeKeys = parts.recipe_key;
  }

  /** The own seat. */
  get me(): KettlePlayer {
    return this.players[this.seat]!;
  }

  /** Take in what a request tells. */
  hear(position: KupferkesselPosition__Output): void {
    const seen = position.observation!;
    const events = position.events;
    events?.kind.forEach((kind, i) => {
      const kettle = this.players[events.seat[i]!]!.kettle;
      if (kind === START_CARD || kind === TAKEN || kind === LAST_KEPT) {
        kettle.push(this.cards[events.card[i]!]!);
      } else if (kind === EXPLODED || kind === EXPLODED_OUT) {
        kettle.pop();
      }
    });
    this.square = seen.grid.map((card) => this.cards[card]);
    this.recipes = seen.recipes.map((recipe) => this.recipeKeys[recipe]!);
    this.pile = seen.pile;
    seen.pawns.forEach((space, seat) => (this.players[seat]!.space = space));
  }

  actions(position: KupferkesselPosition__Output, givesUp: ReadonlySet<number>): KettleAction[] {
    const told = position.actions!;
    return told.cell.map((cell, index) => ({
      index,
      givesUp: givesUp.has(index),
      cell,
      card: this.square[cell]!,
      declines: told.choice[index] === 1,
    }));
  }
}

// What a bot is asked, with names.

import type { KettleAction, KettleTable } from "./kupferkessel.js";
import type { TrapperAction, TrapperTable } from "./trapper.js";

const NOTE_BYTES = 1024;
const MASK = (1n << 64n) - 1n;

/** Chance that repeats when the match is played again (splitmix64). */
export class Random {
  constructor(private state: bigint) {}

  /** A number from 0, below `count`. */
  below(count: number): number {
    this.state = (this.state + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = this.state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return Number((mixed ^ (mixed >> 31n)) % BigInt(count));
  }

  choice<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

/** A match of this bot; several may be open at once. */
export interface Match {
  readonly options: ReadonlyMap<string, string>;
  readonly players: number;
  readonly seat: number;
  /** The bot's own options, as bot.toml offers them. */
  readonly settings: ReadonlyMap<string, string>;
  /** How much the organiser wants to be looked at for one answer; 0 leaves it to the bot. */
  readonly nodes: number;
  readonly random: Random;
}

/** What every legal action has. */
export interface Indexed {
  readonly index: number;
  /** Whether it leaves the match while it offers more. */
  readonly givesUp: boolean;
}

export type Action = KettleAction | TrapperAction;

class Asked {
  /** The result this seat expects, from 0 to 1, for the record. */
  eval?: number;
  private readonly remarks: string[] = [];

  constructor(
    readonly match: Match,
    readonly step: number,
    /** The longest this answer may take, in seconds. */
    readonly budget: number,
  ) {}

  /** Keep a remark in the record of this step; `arena logs` shows it. */
  note(text: string): void {
    this.remarks.push(text);
  }

  /** All remarks, as far as they fit. */
  get remark(): string {
    const bytes = new TextEncoder().encode(this.remarks.join("\n")).subarray(0, NOTE_BYTES);
    return new TextDecoder().decode(bytes, { stream: true });
  }
}

export class KettleTurn extends Asked {
  readonly game = "kupferkessel";
  constructor(
    match: Match,
    step: number,
    budget: number,
    readonly table: KettleTable,
    readonly legal: readonly KettleAction[],
  ) {
    super(match, step, budget);
  }
}

export class TrapperTurn extends Asked {
  readonly game = "trapper";
  constructor(
    match: Match,
    step: number,
    budget: number,
    readonly table: TrapperTable,
    readonly legal: readonly TrapperAction[],
  ) {
    super(match, step, budget);
  }
}

/** A decision that is due. */
export type Turn = KettleTurn | TrapperTurn;

// The one stream to the referee, on which any number of matches are played.

import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

import { KettleTable } from "./kupferkessel.js";
import type { ProtoGrpcType } from "./stubs/play.js";
import type { ActRequest__Output } from "./stubs/referee/v1/ActRequest.js";
import type { Answer } from "./stubs/referee/v1/Answer.js";
import type { MatchStart__Output } from "./stubs/referee/v1/MatchStart.js";
import type { PlayRequest } from "./stubs/referee/v1/PlayRequest.js";
import type { PlayResponse__Output } from "./stubs/referee/v1/PlayResponse.js";
import type { Setting__Output } from "./stubs/referee/v1/Setting.js";
import { TrapperTable } from "./trapper.js";
import { Action, KettleTurn, Match, Random, TrapperTurn, Turn } from "./turn.js";

export interface Bot {
  readonly name: string;
  /** How many matches it can play at the same time. */
  readonly matchesAtOnce: number;
}

/** A match that is being played. */
interface Open {
  readonly match: Match;
  readonly table: KettleTable | TrapperTable;
}

/** Answers each message of the referee with one of ours. */
class Player {
  private readonly settings = new Map<string, string>();
  private readonly open = new Map<number, Open>();

  constructor(private readonly choose: (turn: Turn) => Action) {}

  /** What is to be said to a message; starts, requests and ends are read in this order. */
  reply(message: PlayResponse__Output): PlayRequest {
    for (const [name, value] of pairs(message.welcome?.settings ?? [])) {
      this.settings.set(name, value);
    }
    const readies = message.starts.map((start) => {
      this.open.set(start.match, this.start(start));
      return { match: start.match };
    });
    const answers = message.requests.map((request) => this.answer(request));
    for (const end of message.ends) this.open.delete(end.match);
    return { readies, answers };
  }

  private start(start: MatchStart__Output): Open {
    const match = {
      options: new Map(pairs(start.options)),
      players: start.players,
      seat: start.seat,
      settings: this.settings,
      nodes: Number(start.control?.nodes ?? 0),
      random: new Random(BigInt(start.seed)),
    };
    if (start.kupferkessel) return { match, table: new KettleTable(start.kupferkessel, start.seat) };
    if (start.trapper) return { match, table: new TrapperTable(start.trapper, start.seat) };
    throw new Error(
      `This client knows no game called ${start.game}; bot.toml names those it plays.`,
    );
  }

  private answer(request: ActRequest__Output): Answer {
    const turn = this.turn(request);
    const action = this.choose(turn);
    return {
      match: request.match,
      step: request.step,
      action: action.index,
      note: turn.remark,
      ...(turn.eval === undefined ? {} : { eval: turn.eval }),
    };
  }

  private turn(request: ActRequest__Output): Turn {
    const { match, table } = this.open.get(request.match)!;
    const budget = Number(request.clock?.budget_us ?? 0) / 1e6;
    const givesUp = new Set(request.gives_up);
    if (table instanceof KettleTable) {
      const position = request.kupferkessel!;
      table.hear(position);
      const legal = table.actions(position, givesUp);
      return new KettleTurn(match, request.step, budget, table, legal);
    }
    const position = request.trapper!;
    table.hear(position);
    return new TrapperTurn(match, request.step, budget, table, table.actions(position, givesUp));
  }
}

function pairs(settings: readonly Setting__Output[]): [string, string][] {
  return settings.map(({ name, value }) => [name, value]);
}

/** Play every match the referee offers, until it ends the stream. */
export function play(choose: (turn: Turn) => Action, bot: Bot): void {
  const { ARENA_ADDRESS: address, ARENA_TOKEN: token } = process.env;
  if (!address || !token) {
    fail("The arena starts this bot and tells it where to connect: arena match . random");
  }
  const definition = loadSync("referee/v1/play.proto", {
    includeDirs: ["protos"],
    keepCase: true,
    longs: String,
    defaults: true,
    oneofs: true,
  });
  const protos = grpc.loadPackageDefinition(definition) as unknown as ProtoGrpcType;
  const client = new protos.referee.v1.RefereeService(address, grpc.credentials.createInsecure(), {
    "grpc.enable_http_proxy": 0,
  });
  const stream = client.play();
  const player = new Player(choose);
  stream.on("data", (message: PlayResponse__Output) => {
    const answer = player.reply(message);
    if (answer.readies?.length || answer.answers?.length) stream.write(answer);
  });
  stream.on("error", (error: Error) => fail(`The stream to the referee broke: ${error.message}`));
  stream.on("end", () => {
    stream.end();
    client.close();
  });
  stream.write({ hello: { token, name: bot.name, matches_at_once: bot.matchesAtOnce } });
}

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}

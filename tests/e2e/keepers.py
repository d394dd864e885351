"""Bots that keep every byte they are sent, and decide as they are told; both take any level
that hands on the environment."""

from pathlib import Path
from typing import Final

LINES: Final = """
import json, os, sys
kept = open(os.environ["KEEPER_FILE"], "ab", buffering=0)
for line in sys.stdin.buffer:
    kept.write(line)
    told = json.loads(line)
    if told["type"] == "act":
        last = PLAYS == "last"
        note = {"action": told["count"] - 1 if last else 0, "note": PLAYS, "eval": 0.25}
        print(json.dumps(note), flush=True)
"""
NODE: Final = """
// gRPC by hand: HTTP/2 comes with Node, and of protobuf it needs a few fields.
const fs = require("fs"), http2 = require("http2"), net = require("net");
const kept = process.env.KEEPER_FILE;
const session = http2.connect("http://localhost", {
  createConnection: () => net.connect(process.env.ARENA_SOCKET),
});
const stream = session.request({
  ":method": "POST",
  ":path": "/referee.v1.RefereeService/Play",
  "content-type": "application/grpc",
  te: "trailers",
});
const varint = (n) => (n > 127 ? [(n & 127) | 128, ...varint(Math.floor(n / 128))] : [n]);
const field = (number, bytes) => [number * 8 + 2, ...varint(bytes.length), ...bytes];
const number = (at, value) => [at * 8, ...varint(value)];
const say = (bytes) => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes.length, 1);
  stream.write(Buffer.concat([head, Buffer.from(bytes)]));
};
function* parts(bytes) {
  let at = 0;
  const read = () => {
    let value = 0, scale = 1;
    for (;;) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = read(), kind = tag & 7, name = Math.floor(tag / 8);
    if (kind === 0) yield [name, read()];
    else if (kind === 1) { yield [name, 0]; at += 8; }
    else if (kind === 5) { yield [name, 0]; at += 4; }
    else { const size = read(); yield [name, bytes.subarray(at, at + size)]; at += size; }
  }
}
const one = (bytes, wanted) => {
  for (const [name, value] of parts(bytes)) if (name === wanted) return value;
  return 0;
};
// The last of two actions at the least: whoever is asked has a choice.
const choice = PLAYS === "last" ? 1 : 0;
const hear = (message) => {
  fs.appendFileSync(kept, message);
  for (const [name, part] of parts(message)) {
    if (name === 2) say(field(2, number(1, one(part, 1))));
    if (name === 3) {
      const asked = [...number(1, one(part, 1)), ...number(2, one(part, 2))];
      say(field(3, [...asked, ...number(3, choice), ...field(4, Buffer.from(PLAYS))]));
    }
  }
};
let waiting = Buffer.alloc(0);
stream.on("data", (data) => {
  waiting = Buffer.concat([waiting, data]);
  while (waiting.length >= 5 && waiting.length >= 5 + waiting.readUInt32BE(1)) {
    const size = waiting.readUInt32BE(1);
    hear(waiting.subarray(5, 5 + size));
    waiting = waiting.subarray(5 + size);
  }
});
stream.on("end", () => { session.close(); process.exit(0); });
say(field(1, field(1, Buffer.from(process.env.ARENA_TOKEN))));
"""


def keeper(folder: Path, door: str, plays: str) -> str:
    """A bot of that door, `lines` or `grpc`, that plays the `first` or the `last` action."""
    home = folder / f"{door}-{plays}"
    home.mkdir()
    if door == "lines":
        name, text, rest = "main.py", f"PLAYS = {plays!r}\n{LINES}", 'protocol = "lines"'
        command = '["{python}", "main.py"]'
    else:
        name, text, rest = "main.js", f'const PLAYS = "{plays}";\n{NODE}', ""
        command = '["node", "main.js"]'
    (home / name).write_text(text)
    (home / "bot.toml").write_text(f'name = "{home.name}"\ncommand = {command}\n{rest}\n')
    return f"./{home.name}"

// Threads, children, timers, unix sockets, files; gRPC where it is.
const assert = require("node:assert");
const { execFileSync, spawn } = require("node:child_process");
const crypto = require("node:crypto");
const fs = require("node:fs");
const net = require("node:net");
const os = require("node:os");
const path = require("node:path");
const { Worker } = require("node:worker_threads");
const zlib = require("node:zlib");

const once = (emitter, event) =>
  new Promise((resolve, reject) => emitter.once(event, resolve).once("error", reject));

async function grpc(folder) {
  let kit;
  try {
    kit = require("@grpc/grpc-js");
  } catch {
    return;
  }
  const same = (buffer) => buffer;
  const method = { path: "/a.B/C", requestStream: true, responseStream: true };
  Object.assign(method, { requestSerialize: same, requestDeserialize: same });
  Object.assign(method, { responseSerialize: same, responseDeserialize: same });
  const server = new kit.Server();
  server.addService({ C: method }, { C: (call) => call.on("data", (m) => call.write(m)) });
  const target = `unix://${folder}/grpc`;
  await new Promise((resolve, reject) =>
    server.bindAsync(target, kit.ServerCredentials.createInsecure(), (e) => (e ? reject(e) : resolve())));
  const client = new (kit.makeGenericClientConstructor({ C: method }, "B"))(target, kit.credentials.createInsecure());
  const call = client.C();
  call.write(Buffer.from("word"));
  assert.strictEqual(String(await once(call, "data")), "word");
  call.on("error", () => {});
  call.cancel();
  client.close();
  server.forceShutdown();
}

async function main() {
  const door = net.connect(process.env.ARENA_SOCKET);
  await once(door, "connect");
  door.destroy();
  const folder = await fs.promises.mkdtemp(path.join(os.tmpdir(), "node-"));
  await fs.promises.writeFile(`${folder}/a`, "x".repeat(100000));
  await fs.promises.rename(`${folder}/a`, `${folder}/b`);
  await fs.promises.copyFile(`${folder}/b`, `${folder}/c`);
  assert.strictEqual((await fs.promises.readdir(folder)).length, 2);
  const server = net.createServer((one) => one.pipe(one));
  server.listen(`${folder}/socket`);
  await once(server, "listening");
  const client = net.connect(`${folder}/socket`);
  client.write("word");
  assert.strictEqual(String(await once(client, "data")), "word");
  client.end();
  server.close();
  const worker = new Worker("require('worker_threads').parentPort.postMessage(7)", { eval: true });
  assert.strictEqual(await once(worker, "message"), 7);
  assert.strictEqual(String(execFileSync("/bin/echo", ["1"])), "1\n");
  const child = spawn("/bin/cat");
  child.stdin.end("word");
  assert.strictEqual(String(await once(child.stdout, "data")), "word");
  await new Promise((resolve) => setTimeout(resolve, 2));
  await new Promise((resolve) => zlib.gzip("x".repeat(10000), resolve));
  await new Promise((resolve) => crypto.pbkdf2("a", "b", 10, 8, "sha256", resolve));
  new WebAssembly.Memory({ initial: 1 });
  assert(os.totalmem() > 0 && os.cpus());
  await grpc(folder);
  fs.rmSync(folder, { recursive: true });
  console.log("all well");
}

main();

// The core for browsers in Node: reads {core, record, weights, positions, nodes} as a line of JSON,
// the weights as they are unpacked, in base64; searches the positions from an empty table, and
// writes the nodes and the seconds of CPU time.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const modules = new Map();

function compile(path) {
  if (!modules.has(path)) modules.set(path, new WebAssembly.Module(readFileSync(path)));
  return modules.get(path);
}

function instantiate(module) {
  let core;
  const system = Object.fromEntries(
    WebAssembly.Module.imports(module).map(({ name }) => [name, () => 52]),
  );
  system.clock_time_get = (_id, _precision, at) => {
    new DataView(core.memory.buffer).setBigUint64(at, process.hrtime.bigint(), true);
    return 0;
  };
  const imports = { wasi_snapshot_preview1: system, crownhead: { told: () => {} } };
  core = new WebAssembly.Instance(module, imports).exports;
  core._initialize();
  return core;
}

function put(core, bytes, place = core.input()) {
  new Uint8Array(core.memory.buffer, place, bytes.length).set(bytes);
  return bytes.length;
}

function search({ core: path, record, weights, positions, nodes }) {
  const core = instantiate(compile(path));
  const game = core.game(put(core, Buffer.from(JSON.stringify(record))));
  const file = Buffer.from(weights, "base64");
  put(core, file, core.room_for(file.length));
  if (!core.weigh(game, file.length)) throw new Error("damaged weights");
  const begun = process.cpuUsage();
  let count = 0;
  for (const fen of positions) {
    core.position(game, put(core, Buffer.from(fen)));
    put(core, new Uint8Array(core.memory.buffer, core.made(), 64).slice());
    if (!core.analyse(game, 0, 1, 0, nodes, 3)) throw new Error(`too complex: ${fen}`);
    const answer = Buffer.from(core.memory.buffer, core.output(), core.output_size());
    count += JSON.parse(answer.toString()).nodes;
  }
  const { user, system } = process.cpuUsage(begun);
  return { nodes: count, seconds: (user + system) / 1e6 };
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(search(JSON.parse(line))));

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { median, printVerdict } from "./measure.ts";

const ROUNDS = 9;
const MAX_RATIO = 1.6;

/** Milliseconds from the start of a process to its first response. */
async function timeToAnswer(script: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))]);
  const [address] = await once(child.stdout, "data");
  await (await fetch(String(address).trim())).arrayBuffer();
  const taken = performance.now() - started;
  child.kill();
  await once(child, "exit");
  return taken;
}

const times: { bare: number[]; fake: number[] } = { bare: [], fake: [] };
for (let round = 0; round < ROUNDS; round++) {
  times.bare.push(await timeToAnswer("./start-bare.js"));
  times.fake.push(await timeToAnswer("./start-fake.js"));
}
const ratio = median(times.fake.map((time, round) => time / (times.bare[round] ?? Number.NaN)));
const figures = `fake ${median(times.fake).toFixed(0)} ms, bare Express ${median(times.bare).toFixed(0)} ms`;
printVerdict("start to first response", figures, ratio, { most: MAX_RATIO });

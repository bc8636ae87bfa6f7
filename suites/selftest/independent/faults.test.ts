import { expect, test } from "vitest";
import { readCatalogueEntries } from "../../../spec/catalogue/requirements.ts";
import type { Fault } from "./faults/fault.ts";
import { FILE_FAULTS } from "./faults/files.ts";
import { HTTP_FAULTS } from "./faults/http.ts";
import { INDEPENDENT_FAULTS } from "./faults/index.ts";
import { MEMORY_FAULTS } from "./faults/memories.ts";
import { MESSAGE_FAULTS } from "./faults/messages.ts";
import { MORE_FILE_FAULTS } from "./faults/more-files.ts";
import { MORE_HTTP_FAULTS } from "./faults/more-http.ts";
import { MORE_MEMORY_FAULTS } from "./faults/more-memories.ts";
import { MORE_MESSAGE_FAULTS } from "./faults/more-messages.ts";
import { MORE_RECALL_FAULTS } from "./faults/more-recall.ts";
import { MORE_TASK_FAULTS } from "./faults/more-tasks.ts";
import { RECALL_FAULTS } from "./faults/recall.ts";
import { TASK_FAULTS } from "./faults/tasks.ts";
import { fileScript } from "./traces/files.ts";
import { httpScript } from "./traces/http.ts";
import { expiryScript, memoryCountScript, memoryScript } from "./traces/memories.ts";
import { messageScript } from "./traces/messages.ts";
import { recallScript } from "./traces/recall.ts";
import { taskCountScript, taskScript } from "./traces/tasks.ts";
import { type Script, traceOf } from "./traces/trace.ts";

/** A server that reads the open points so that one second is lifetime enough for a memory. */
const SEED = 12;

/** An ordinary test run looks at every fourth fault; with WAC_EVERY_FAULT set it looks at all of them. */
const STRIDE = process.env.WAC_EVERY_FAULT ? 1 : 4;

const COUNTS = /\.(default-\d+|no-maximum|one-too-(many|few)|count-\w[\w-]*)$/;
const EXPIRY: readonly string[] = ["search.expired-current", "search.expired-gone"];

const counting = (faults: readonly Fault[], wanted: boolean) => faults.filter(({ id }) => COUNTS.test(id) === wanted);

const HTTP = [...HTTP_FAULTS, ...MORE_HTTP_FAULTS];
const TASKS = [...TASK_FAULTS, ...MORE_TASK_FAULTS];
const MEMORIES = [...MEMORY_FAULTS, ...MORE_MEMORY_FAULTS];

const AREAS: readonly (readonly [string, Script, readonly Fault[]])[] = [
  ["envelope, errors and authentication", httpScript, HTTP],
  ["tasks", taskScript, counting(TASKS, false)],
  ["counts of tasks", taskCountScript, counting(TASKS, true)],
  ["messages", messageScript, [...MESSAGE_FAULTS, ...MORE_MESSAGE_FAULTS]],
  ["files", fileScript, [...FILE_FAULTS, ...MORE_FILE_FAULTS]],
  ["memories", memoryScript, counting(MEMORIES, false).filter(({ id }) => !EXPIRY.includes(id))],
  ["counts of memories", memoryCountScript, counting(MEMORIES, true)],
  ["expiry", expiryScript, MEMORIES.filter(({ id }) => EXPIRY.includes(id))],
  ["recall, orientation and connection", recallScript, [...RECALL_FAULTS, ...MORE_RECALL_FAULTS]],
];

/** The answers of an independent server with the fault, or of its correct twin, which reads open points alike. */
function answers(script: Script, fault: Fault, planted: boolean): Promise<string[]> {
  return traceOf(script, { seed: SEED, ...(planted ? { faults: [fault.id] } : { forcedBy: [fault.id] }) });
}

/** The faults under which a script is answered exactly as by a correct server. */
async function unseen(script: Script, faults: readonly Fault[]): Promise<string[]> {
  const correct = new Map<string, string[]>();
  const missed: string[] = [];
  for (const fault of faults.filter((_, index) => index % STRIDE === 0)) {
    const reading = JSON.stringify(fault.force ?? {});
    const [given, expected] = await Promise.all([
      answers(script, fault, true),
      correct.get(reading) ?? answers(script, fault, false),
    ]);
    correct.set(reading, expected);
    if (given.join() === expected.join()) missed.push(fault.id);
  }
  return missed;
}

test.each(AREAS)(
  "%s: planted faults show in the answers, and nothing else does",
  { timeout: 120_000 },
  async (_, script, faults) => {
    const twice = await Promise.all([1, 2].map(() => traceOf(script, { seed: SEED })));
    expect(twice[1]).toEqual(twice[0]);
    expect(await unseen(script, faults)).toEqual([]);
  },
);

test("every fault has an id of its own and a sentence", () => {
  expect(new Set(INDEPENDENT_FAULTS.map(({ id }) => id)).size).toBe(INDEPENDENT_FAULTS.length);
  expect(INDEPENDENT_FAULTS.filter(({ breaks }) => !breaks.endsWith("."))).toEqual([]);
});

test("the requirements that faults break are in the catalogue and can be observed", () => {
  const observable = new Set(readCatalogueEntries().flatMap((entry) => (entry.unobservable ? [] : [entry.id])));
  const named = INDEPENDENT_FAULTS.flatMap(({ requirement }) => requirement ?? []);
  expect(named.filter((id) => !observable.has(id))).toEqual([]);
});

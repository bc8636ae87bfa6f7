import { afterEach, expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { isObject, type Json } from "../../spec/json.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { completeTarget } from "../target/load.ts";
import { runChecksOrThrow } from "./run-checks.ts";
import { startRelay } from "./testing/relay.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A target that rejects a create-task without this member, which the contract lets it do. */
async function targetAskingFor(member: string) {
  const fake = await createFake();
  const relay = await startRelay(fake.baseUrl, ({ path, body }, response) => {
    if (!path.endsWith("/create-task")) return false;
    const asked = parsed(body);
    if (!isObject(asked) || asked[member] !== undefined || asked.title === undefined) return false;
    const error = { code: "invalid_input", message: `${member} is missing` };
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ success: false, error }));
    return true;
  });
  closers.push(relay.close, fake.close);
  return completeTarget({ ...fake.target, baseUrl: relay.baseUrl }, process.cwd());
}

function parsed(body: Buffer): Json {
  try {
    return JSON.parse(body.toString()) as Json;
  } catch {
    return null;
  }
}

test.each(["description", "assigneeAgentId", "channelId"])(
  "finds out that %s is asked for, and goes on",
  async (member) => {
    const target = await targetAskingFor(member);
    const only = ["tasks.create.succeeds", "tasks.create.title-max", "tasks.block.succeeds"];
    const report = await runChecksOrThrow(ordinaryRun(target, { only, budget: "smoke" }));
    expect(report.requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(only.map((id) => `${id} pass`));
  },
  30_000,
);

test("says that nothing is accepted where what is asked for can be had by no request", async () => {
  const target = await targetAskingFor("parentTaskId");
  const report = await runChecksOrThrow(ordinaryRun(target, { only: ["tasks.create.succeeds"], budget: "smoke" }));
  expect(report.requirements[0]).toMatchObject({ verdict: "fail", id: "tasks.create.succeeds" });
}, 30_000);

// A rejection for what is missing would pass for one that hides something.
test.each([
  ["isolation.recall-messages", "handwritten@recall-shows-foreign-sources"],
  ["isolation.recall-seed", "handwritten@recall-shows-foreign-sources[beside=seed_id]"],
])(
  "asks for what is needed before %s is judged alone",
  async (id, mutant) => {
    const judged = async (mutants: string[]) => {
      const fake = await createFake({ variant: { "required-fields": "more" }, mutants });
      closers.push(fake.close);
      const target = completeTarget({ ...fake.target, consistency: { timeoutMs: 300, intervalMs: 30 } }, process.cwd());
      const report = await runChecksOrThrow(ordinaryRun(target, { only: [id], budget: "standard" }));
      return report.requirements.map(({ verdict }) => verdict);
    };
    expect([await judged([]), await judged([mutant])]).toEqual([["pass"], ["fail"]]);
  },
  60_000,
);

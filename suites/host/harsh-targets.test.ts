import { afterEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../fake/index.ts";
import type { Report } from "../../spec/report.ts";
import { ordinaryRun, type RunSettings } from "../engine/options.ts";
import { completeTarget } from "../target/load.ts";
import { runInPlace } from "./in-place.ts";
import { type Intercept, startRelay } from "./testing/relay.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A fake behind a relay that may answer in its place. */
async function start(intercept?: (fake: Fake) => Intercept) {
  const fake = await createFake();
  const relay = await startRelay(fake.baseUrl, intercept?.(fake));
  closers.push(relay.close, fake.close);
  const target = completeTarget({ ...fake.target, baseUrl: relay.baseUrl }, process.cwd());
  const hasty = {
    ...target,
    consistency: { timeoutMs: 300, intervalMs: 30 },
    http: { ...target.http, timeoutMs: 1_000 },
  };
  const run = (more: Partial<RunSettings> = {}): Promise<Report> =>
    runInPlace(ordinaryRun(hasty, { budget: "smoke", ...more }));
  return { fake, relay, run };
}

test("a target that redirects is not followed: the key goes nowhere else", async () => {
  const elsewhere = await start();
  const { run } = await start(() => (_relayed, response) => {
    response.writeHead(302, { location: `${elsewhere.relay.baseUrl}/v1/agent/list-tasks` }).end();
    return true;
  });
  const report = await run();
  expect(elsewhere.relay.seen).toEqual([]);
  expect(report.verdict).toBe("nonconformant");
}, 30_000);

test("a target that dies in the middle ends the run early, with what is proven so far", async () => {
  let answered = 0;
  const { run } = await start(() => (_relayed, response) => {
    answered += 1;
    if (answered < 150) return false;
    response.destroy();
    return true;
  });
  const report = await run();
  expect(report).toMatchObject({ verdict: "incomplete", exitCode: 3, problem: "the target stopped answering" });
  expect(report.summary.MUST.pass).toBeGreaterThan(0);
}, 30_000);

test("an answer of five megabytes is read and judged, and stands cut in the report", async () => {
  const body = JSON.stringify({ success: true, data: { messages: "x".repeat(5 * 1024 * 1024) } });
  const { run } = await start(() => ({ path }, response) => {
    if (!path.includes("search-messages")) return false;
    response.writeHead(200, { "content-type": "application/json" }).end(body);
    return true;
  });
  const report = await run({
    only: ["messages.search.hit-fields", "messages.search.succeeds", "messages.search.hits"],
  });
  expect(JSON.stringify(report).length).toBeLessThan(400_000);
}, 30_000);

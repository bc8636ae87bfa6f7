import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { loadDocument } from "../../spec/document/document.ts";
import type { Report } from "../../spec/report.ts";
import { startRelayedFake } from "./testing/relayed-fake.ts";
import { breaksOverlay, type RequiredOverlay, requiredOverlays } from "./testing/required-overlays.ts";

const folder = mkdtempSync(join(tmpdir(), "wac-required-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shipped = await loadDocument();

/** A smoke run against a target that rejects what lacks the thing, or has no valid value for it. */
async function reportUnder({ operation: id, actions }: RequiredOverlay): Promise<Report> {
  const overlay = join(folder, "overlay.json");
  writeFileSync(overlay, JSON.stringify({ overlay: "1.0.0", info: { title: "Ours", version: "1.0.0" }, actions }));
  const document = await loadDocument({ overlay });
  const operation = document.operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  const code = operation.family === "sdk" ? "VALIDATION_ERROR" : "invalid_input";
  const error = { success: false, error: { code, message: "something is missing" } };
  const relayed = await startRelayedFake(() => (sent, response) => {
    const { pathname } = new URL(sent.path, "http://127.0.0.1");
    if (pathname !== operation.path || sent.method !== operation.method) return false;
    if (!/^Bearer wak_/.test(sent.headers.authorization ?? "")) return false;
    if (!breaksOverlay(document, operation, sent)) return false;
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(error));
    return true;
  });
  try {
    return await relayed.run({ seed: 4 }, (target) => ({
      ...target,
      overlay,
      consistency: { timeoutMs: 5_000, intervalMs: 50 },
      http: { ...target.http, timeoutMs: 30_000 },
    }));
  } finally {
    await relayed.close();
  }
}

/** What a rule more about an operation costs that a smoke run has no tasks for does not concern what is required. */
const OF_TASKS = /^the budget of \d+ tasks is spent/;

function unproven({ requirements }: Report): string[] {
  return requirements
    .filter(({ level, verdict }) => level === "MUST" && (verdict === "fail" || verdict === "inconclusive"))
    .filter(({ reason }) => !OF_TASKS.test(reason ?? ""))
    .map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`);
}

const drawn = fc.sample(requiredOverlays(shipped), { seed: 20, numRuns: 8 });

test.each(drawn.map((overlay) => [`${overlay.operation} with ${overlay.place}`, overlay] as const))(
  "a target that requires %s is proven as any other",
  async (_name, overlay) => {
    expect(unproven(await reportUnder(overlay))).toEqual([]);
  },
);

test("what is about the absence of what is required does not apply, and the report says so", async () => {
  const target = "$.paths['/v1/agent/list-tasks'].get.parameters[?@.name=='limit']";
  const actions = [{ target, update: { required: true } }];
  const { requirements, exitCode } = await reportUnder({ operation: "list-tasks", place: "query limit", actions });
  expect(exitCode).toBe(0);
  expect(requirements.find(({ id }) => id === "tasks.list.default-limit")).toMatchObject({
    verdict: "skip",
    notApplicable: true,
    reason: "list-tasks requires limit here, so its default never shows",
  });
});

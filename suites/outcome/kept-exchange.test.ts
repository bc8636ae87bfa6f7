import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { type Exchange, jsonOf } from "../client/exchange.ts";
import { kept } from "./kept-exchange.ts";

function answered(value: Json): Exchange {
  const text = JSON.stringify(value);
  return {
    sequence: 1,
    sentAfter: 0,
    operation: null,
    request: { method: "GET", url: "http://127.0.0.1/", headers: {}, body: null },
    outcome: {
      kind: "response",
      status: 200,
      headers: { "content-type": "application/json" },
      bytes: Buffer.from(text),
      text,
      json: { ok: true, value },
    },
    durationMs: 1,
    violations: [],
  };
}

/** Returns the size of a kept exchange in memory. */
function weight({ outcome }: Exchange): number {
  if (outcome.kind === "none") return 0;
  return outcome.bytes.length + outcome.text.length + JSON.stringify(outcome.json).length;
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);
const nested = (levels: number): Json => (levels === 0 ? "x".repeat(140_000) : [{ inner: nested(levels - 1) }]);

test("keeps a body that was not JSON as not JSON", () => {
  const received = answered({ data: [] });
  const json = { ok: false, problem: "it is not in gzip, as its content-encoding says" } as const;
  const { outcome } = kept({ ...received, outcome: { ...received.outcome, json } as Exchange["outcome"] });
  expect(outcome).toMatchObject({ text: '{"data":[]}', json });
});

test("parses a response of ordinary size once for consecutive readers", () => {
  const evidence = kept(answered({ data: words(100) }));
  const [first, second] = [jsonOf(evidence), jsonOf(evidence)];
  expect(first).toEqual({ data: words(100) });
  expect(second).toBe(first);
});

test("keeps a response of ordinary size complete, and parses it again", () => {
  const exchange = answered({ data: words(100) });
  const evidence = kept(exchange);
  expect(evidence).toMatchObject({
    ...exchange,
    outcome: { status: 200, json: { ok: true, value: { data: words(100) } } },
  });
  expect(evidence.outcome).toHaveProperty("text", JSON.stringify({ data: words(100) }));
  expect(jsonOf(evidence)).not.toBe(jsonOf(exchange));
});

test("keeps a body that is not JSON", () => {
  const exchange = answered({});
  const outcome = { ...exchange.outcome, bytes: Buffer.from("<html>"), json: { ok: false, problem: "no JSON" } };
  expect(kept({ ...exchange, outcome } as Exchange).outcome).toMatchObject({ json: { ok: false }, text: "<html>" });
});

test.each<[string, Json]>([
  ["one long text", { data: "x".repeat(2_000_000) }],
  ["a long list", { data: words(200_000) }],
  ["many members", Object.fromEntries(words(100_000).map((word) => [word, word]))],
  ["long names", { ["n".repeat(500_000)]: 1 }],
  ["deep nesting", nested(2_000)],
])("keeps an outline of %s that states what it omits", (_, value) => {
  const exchange = answered(value);
  const outlined = kept(exchange);
  expect(weight(outlined)).toBeLessThan(300_000);
  expect(JSON.stringify(jsonOf(outlined))).toContain("…");
  expect(outlined).toMatchObject({ sequence: 1, outcome: { kind: "response", status: 200 } });
});

test("shows the first items of a list in an outline, and counts the rest", () => {
  const outlined = jsonOf(kept(answered({ data: words(20_000) }))) as { data: string[] };
  expect(outlined.data.slice(0, 2)).toEqual(["word 0", "word 1"]);
  expect(outlined.data.at(-1)).toBe("… 19980 more items");
});

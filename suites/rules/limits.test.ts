import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { boundRules, limitRules } from "./limits.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

test("reports a list that is longer than its limit", () => {
  const hits = (count: number) => ({ hits: Array.from({ length: count }, (_, index) => ({ id: `m${index}` })) });
  const of = (limit: Json, count: number) => ({ recall: [acceptedEntry({ limit, expand: [] }, hits(count))] });
  expect(verdictOf(limitRules, "recall.limit", of(1, 1))).toBe(1);
  expect(verdictOf(limitRules, "recall.limit", of(1, 2))).toBe("broken");
  // The contract leaves fractional limits open.
  expect(verdictOf(limitRules, "recall.limit", of(1.5, 2))).toBe(0);
});

test("does not count hits that an expansion of provenance may add", () => {
  const claim = { content: "derived", kind: "fact", scope_id: "s1", derived_from: [{ id: "k1" }] };
  const verdict = (ids: readonly string[], scored: readonly string[] = ids) => {
    const data = { hits: ids.map((id) => ({ id })), scores: scored.map((id) => ({ memory_id: id })) };
    return verdictOf(limitRules, "recall.limit", {
      remember: [acceptedEntry(claim, { id: "k2" })],
      recall: [acceptedEntry({ query: "derived", limit: 1, expand: ["provenance"] }, data)],
    });
  };
  expect(verdict(["k2", "k1"])).toBe(1);
  expect(verdict(["k2", "k3"], ["k2"])).toBe(1);
  expect(verdict(["k2", "k3"])).toBe("broken");
});

test("counts hits without an id", () => {
  for (const expand of [[], ["provenance"]])
    expect(
      verdictOf(limitRules, "recall.limit", { recall: [acceptedEntry({ limit: 1, expand }, { hits: [{}, {}] })] }),
    ).toBe("broken");
});

test("reports a list that is longer than the default without a limit, or longer than the maximum", () => {
  const tasks = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `t${index}` }));
  const of = (requested: JsonObject, count: number) => ({ "list-tasks": [acceptedEntry(requested, tasks(count))] });
  expect(verdictOf(boundRules, "tasks.list.default-limit", of({}, 50))).toBe(1);
  expect(verdictOf(boundRules, "tasks.list.default-limit", of({ status: "todo" }, 51))).toBe("broken");
  expect(verdictOf(boundRules, "tasks.list.default-limit", of({ limit: 60 }, 51))).toBe(0);
  expect(verdictOf(boundRules, "tasks.list.max-limit", of({ limit: 1_000 }, 100))).toBe(1);
  expect(verdictOf(boundRules, "tasks.list.max-limit", of({ limit: 1_000 }, 101))).toBe("broken");
});

import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import { divergesAfter, traceOriginal } from "./distinguish.ts";
import { requestPools } from "./workload.ts";

test("the workload tells a mutant from the original, and the original from nothing", async () => {
  const pools = requestPools(await loadDocument(), 1);
  const traces = await traceOriginal(pools, { requests: 300, seeds: [1] });
  expect(await divergesAfter("wrong-type@list-tasks:/success", traces)).toBeLessThan(300);
  // Edges of a recall never carry text beyond ASCII as their types.
  expect(await divergesAfter("wrong-type@recall:/data/edges/*/edge_type[text=non-ascii]", traces)).toBeNull();
});

test("the workload meets successes and rejections of every operation", async () => {
  const pools = requestPools(await loadDocument(), 1);
  const traces = await traceOriginal(pools, { requests: 600, seeds: [2] });
  const statuses = new Set(traces.get(2)?.map(({ reply }) => reply.slice(0, 3)));
  expect([...statuses].toSorted()).toEqual(["200", "400", "401", "403", "404", "409"]);
});

import { expect, test } from "vitest";
import { documentOf } from "./document-of.test.support.ts";
import { toWire, wireReadings } from "./wire.ts";

test("writes scalars as text, repeats the name for a list, and lets an empty list vanish", () => {
  const { operation } = documentOf({
    query: { n: { type: "integer" }, list: { type: "array" }, none: { type: "array" } },
  });
  const wire = toWire(operation, {
    operation: "op",
    parameters: { n: 7, list: ["a", "b"], none: [] },
    body: undefined,
  });
  expect(wire.query).toEqual([
    ["n", "7"],
    ["list", "a"],
    ["list", "b"],
  ]);
});

test("joins a list where the parameter is not exploded", () => {
  const { operation } = documentOf({ query: { list: { type: "array" } } });
  const joined = {
    ...operation,
    parameters: operation.parameters.map((parameter) => ({ ...parameter, explode: false })),
  };
  const wire = toWire(joined, { operation: "op", parameters: { list: ["a", "b"] }, body: undefined });
  expect(wire.query).toEqual([["list", "a,b"]]);
});

test("reads a text as everything that a server may take it for", () => {
  const of = (type: string) => ({ style: "form", explode: true, schema: { type } }) as const;
  expect(wireReadings(of("integer"), ["7"])).toEqual([7, "7", [7], ["7"]]);
  expect(wireReadings(of("string"), ["7"])[0]).toBe("7");
  expect(wireReadings(of("array"), ["a"])[0]).toEqual(["a"]);
  expect(wireReadings(of("string"), [])).toEqual([undefined]);
});

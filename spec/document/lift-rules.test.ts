import { expect, test } from "vitest";
import { liftRules } from "./lift-rules.ts";

test("moves what stands under x-rules into the schema around it, merges objects, and lets the schema's own words win", () => {
  const document = {
    a: { type: "string", "x-rules": { enum: ["x"], type: "integer" } },
    list: [{ properties: { b: { type: "string" } }, "x-rules": { properties: { c: { "x-rules": { const: 1 } } } } }],
  };
  expect(liftRules(document)).toEqual({
    a: { type: "string", enum: ["x"] },
    list: [{ properties: { b: { type: "string" }, c: { const: 1 } } }],
  });
});

test("leaves what is not an object in place, for the check of the document to report", () => {
  expect(liftRules({ a: { "x-rules": 5 } })).toEqual({ a: { "x-rules": 5 } });
});

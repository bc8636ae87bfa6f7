import { expect, test } from "vitest";
import type { Schema } from "../spec/document/model.ts";
import { documentOf } from "./document-of.test.support.ts";
import { malformedBodies } from "./malformed.ts";

const body = { type: "object", properties: { title: { type: "string" } } } as never as Schema;

function parses(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

test("calls a body surely malformed only where no parser takes it", () => {
  const { document, operation } = documentOf({ body });
  const bodies = malformedBodies(document, operation);
  expect(bodies.filter(({ sure }) => sure).length).toBeGreaterThan(10);
  for (const { name, sure, bytes } of bodies) if (sure) expect(parses(bytes), name).toBe(false);
});

test("calls an empty body surely invalid only where an empty object is rejected too", () => {
  const emptyOf = (schema: Schema) => {
    const { document, operation } = documentOf({ body: schema });
    return malformedBodies(document, operation).find(({ name }) => name === "empty")?.sure;
  };
  expect(emptyOf(body)).toBe(false);
  expect(emptyOf({ ...body, required: ["title"] })).toBe(true);
  expect(emptyOf({ ...body, required: ["title"], "x-open": { required: "not stated" } })).toBe(false);
});

test("has no malformed body where there is no body", () => {
  const { document, operation } = documentOf({ query: {} });
  expect(malformedBodies(document, operation)).toEqual([]);
});

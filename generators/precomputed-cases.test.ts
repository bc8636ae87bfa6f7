import { expect, test } from "vitest";
import { loadDocument } from "../spec/document/document.ts";
import { computeCases, documentKey } from "./precomputed-cases.ts";

test("cases are the same after they were kept as JSON", async () => {
  const cases = computeCases(await loadDocument());
  expect(JSON.parse(JSON.stringify(cases))).toEqual(cases);
  expect(Object.keys(cases.plain)).toEqual(Object.keys(cases.boundary));
  expect(Object.values(cases.invalid).flat().length).toBeGreaterThan(100);
});

test("documents with other names of parameters are distinguished", async () => {
  const renamed = await loadDocument({ parameters: { "search-memories": { text: "contains" } } });
  expect(documentKey(renamed)).not.toBe(documentKey(await loadDocument()));
});

import { expect, test } from "vitest";
import { loadDocument, readApiDocument } from "./document.ts";
import { slowPatterns } from "./slow-patterns.ts";

test.each([
  "^(a+)+$",
  "^x(?:[a-z]+)*$",
  String.raw`^(\w+\s?)+$`,
  "(a|a)*b",
  "^(ab|a|b)+$",
  "(.*a){30}",
  String.raw`^"(\\.|[^"])*([^"])*"$`,
])("finds %s, and says where it stands", (pattern) => {
  const root = { schema: { properties: { title: { pattern }, other: { pattern: "^b$" } } } };
  const [problem, ...others] = slowPatterns(root, "/schema");
  expect(problem).toMatchObject({ code: "DOCUMENT-INVALID", pointer: "/schema/properties/title/pattern" });
  expect(others).toEqual([]);
});

test("a document with an overlay may have none, and the bundled one has none", async () => {
  const { raw, schemas } = await loadDocument();
  expect(() => readApiDocument(raw, "d", "an overlay")).not.toThrow();
  const more = { ...schemas, Slow: { type: "string", pattern: "^(a+)+$" } };
  const slow = { ...raw, components: { ...(raw.components as object), schemas: more } } as typeof raw;
  expect(() => readApiDocument(slow, "d", "an overlay")).toThrow("takes more than");
});

test("finds them among names", () => {
  const root = { patternProperties: { "^(x*)*y$": true } };
  expect(slowPatterns(root, "").map(({ pointer }) => pointer)).toEqual(["/patternProperties/^(x*)*y$"]);
});

test.each([
  "^[a-z]{3,12}( [a-z]{3,12}){1,7}$",
  String.raw`^(\d+-)+\d+$`,
  String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$`,
  String.raw`^(?<user>[\w.+-]+)@(?:[a-z0-9-]+\.)+[a-z]{2,}$`,
  String.raw`^\p{L}[\p{L}\p{M} ]*$`,
  "^(a|b|c)*$",
  "(",
])("leaves %s alone", (pattern) => {
  expect(slowPatterns({ pattern }, "")).toEqual([]);
});

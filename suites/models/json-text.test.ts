import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";

const BODIES = Array.from({ length: 200 }, (_, index) => ({ title: `déjà vu 😀 ${index}`, tags: ["one", "two"] }));

test("writes bodies compact, indented, or in ASCII, all of which parse to the same value", () => {
  const texts = BODIES.map((body) => jsonText(body));
  expect(texts.map((text) => JSON.parse(text))).toEqual(BODIES);
  expect(texts.filter((text) => text.startsWith("{\n")).length).toBeGreaterThan(5);
  expect(texts.filter((text) => text.includes("\\ud83d\\ude00")).length).toBeGreaterThan(5);
  expect(texts.filter((text, index) => text === JSON.stringify(BODIES[index])).length).toBeGreaterThan(100);
});

test("writes the same body in the same form each time", () => {
  for (const body of BODIES) expect(jsonText(body)).toBe(jsonText(structuredClone(body)));
});

test("writes a long body compact, since its size may count", () => {
  const long = BODIES.map((body) => ({ ...body, metadata: "é".repeat(1_000) }));
  for (const body of long) expect(jsonText(body)).toBe(JSON.stringify(body));
});

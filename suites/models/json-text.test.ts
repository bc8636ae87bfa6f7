import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";

const BODIES = Array.from({ length: 200 }, (_, index) => ({ title: `déjà vu 😀 ${index}`, tags: ["one", "two"] }));

test("bodies are compact, indented, or in ASCII alone, and read the same in each form", () => {
  const texts = BODIES.map((body) => jsonText(body));
  expect(texts.map((text) => JSON.parse(text))).toEqual(BODIES);
  expect(texts.filter((text) => text.startsWith("{\n")).length).toBeGreaterThan(5);
  expect(texts.filter((text) => text.includes("\\ud83d\\ude00")).length).toBeGreaterThan(5);
  expect(texts.filter((text, index) => text === JSON.stringify(BODIES[index])).length).toBeGreaterThan(100);
});

test("the same body is written in the same form each time", () => {
  for (const body of BODIES) expect(jsonText(body)).toBe(jsonText(structuredClone(body)));
});

test("a long body is compact, as its bytes may count", () => {
  const long = BODIES.map((body) => ({ ...body, metadata: "é".repeat(1_000) }));
  for (const body of long) expect(jsonText(body)).toBe(JSON.stringify(body));
});

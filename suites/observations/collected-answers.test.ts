import { expect, test } from "vitest";
import { createAnswers, type EvidenceSource } from "./collected-answers.ts";

function answered(given: readonly (readonly [answer: string, source: EvidenceSource])[]): string[] {
  const answers = createAnswers();
  for (const [answer, source] of given) answers.add({ id: "point", answer, evidence: `seen as ${answer}` }, source);
  return answers.all().map(({ answer, evidence }) => `${answer} (${evidence})`);
}

test("prefers the answer of an observer over that of disputed requests and of the traffic, in any order", () => {
  const expected = ["409 (seen as 409)"];
  expect(
    answered([
      ["rejected", "disputed"],
      ["409", "asked"],
      ["seldom", "watched"],
    ]),
  ).toEqual(expected);
  expect(
    answered([
      ["409", "asked"],
      ["rejected", "disputed"],
    ]),
  ).toEqual(expected);
  expect(
    answered([
      ["seldom", "watched"],
      ["rejected", "disputed"],
    ]),
  ).toEqual(["rejected (seen as rejected)"]);
});

test("lists contradicting answers, and equal ones once", () => {
  expect(
    answered([
      ["20", "asked"],
      ["50", "asked"],
      ["20", "asked"],
    ]),
  ).toEqual(["it depends: 20 · 50 (seen as 20 · seen as 50)"]);
});

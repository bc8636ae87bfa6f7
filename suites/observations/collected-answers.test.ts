import { expect, test } from "vitest";
import { createAnswers, type EvidenceSource } from "./collected-answers.ts";

function answered(given: readonly (readonly [answer: string, fineness: EvidenceSource])[]): string[] {
  const answers = createAnswers();
  for (const [answer, fineness] of given) answers.add({ id: "point", answer, evidence: `seen as ${answer}` }, fineness);
  return answers.all().map(({ answer, evidence }) => `${answer} (${evidence})`);
}

test("a question of its own wins over what disputed requests or the traffic tell, whichever came first", () => {
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

test("shows answers that contradict each other, and equal ones once", () => {
  expect(
    answered([
      ["20", "asked"],
      ["50", "asked"],
      ["20", "asked"],
    ]),
  ).toEqual(["it depends: 20 · 50 (seen as 20 · seen as 50)"]);
});

import { expect, test } from "vitest";
import type { FailedRequirement, FinishedTrial } from "../trial.ts";
import { drawCode } from "./draw.ts";
import { type CodeMutant, changeOf } from "./mutant.ts";
import { codeScores } from "./score.ts";

const mutantOf = (nth: number, mutator = "EqualityOperator"): CodeMutant => ({
  id: `code:tasks.ts:${nth}:1:${mutator}#1`,
  number: String(nth),
  file: "tasks.ts",
  line: nth,
  mutator,
  original: `a < ${nth}`,
  replacement: `a <= ${nth}`,
});

const must: FailedRequirement = { id: "tasks.list.order", level: "MUST", verdict: "fail", reason: null, after: 3 };

function tried(mutant: CodeMutant, outcome: Partial<FinishedTrial["outcome"]>): FinishedTrial {
  const { id, mutator } = mutant;
  const subject = { kind: "code", mutant: id, mutator, server: 1 } as const;
  const nothing = { failed: [], unproven: [], requests: 5, durationMs: 1, problem: null };
  return { trial: { subject, budget: "smoke", seed: 1, only: [] }, outcome: { ...nothing, ...outcome } };
}

const mutants = [1, 2, 3, 4, 5, 6].map((nth) => mutantOf(nth));
const [one, two, three, four, five, six] = mutants as [
  CodeMutant,
  CodeMutant,
  CodeMutant,
  CodeMutant,
  CodeMutant,
  CodeMutant,
];
const all = [
  tried(one, { failed: [must], distinguishedAfter: 3 }),
  tried(two, { failed: [{ ...must, level: "SHOULD" }], distinguishedAfter: 3, reached: 2 }),
  tried(three, { distinguishedAfter: null }),
  tried(four, { distinguishedAfter: 8, reached: 0 }),
  tried(five, { distinguishedAfter: 8, reached: 4 }),
  tried(six, { problem: "its process ended" }),
];

test("killed, survivors of each kind, undistinguished and broken ones are distinguished", () => {
  const open = new Map([[changeOf(five), "The order is open."]]);
  const { scores, survivors } = codeScores(all, mutants, open);
  const counts = { mutants: 6, killed: 1, undistinguished: 1, open: 1, neverReached: 1, notJudged: 1, broken: 1 };
  expect(scores.at(-1)).toMatchObject({ group: "all", ...counts });
  expect(survivors.map(({ mutant, open: reason }) => [mutant, reason])).toEqual([
    [two.id, null],
    [four.id, null],
    [five.id, "The order is open."],
  ]);
});

test("a change is named without its line, so that it stays known when lines move", () => {
  expect(changeOf(one)).toBe("tasks.ts: a < 1 -> a <= 1");
  expect(changeOf({ ...one, line: 40 })).toBe(changeOf(one));
});

test("each mutator has the same share of a draw, and a seed always draws the same", () => {
  const many = [...mutants, mutantOf(7, "Regex"), mutantOf(8, "Regex")];
  const drawn = drawCode(many, 4, 3);
  expect(drawn.filter(({ mutator }) => mutator === "Regex")).toHaveLength(2);
  expect(drawCode(many, 4, 3)).toEqual(drawn);
  expect(drawCode(many, 100, 3)).toHaveLength(8);
});

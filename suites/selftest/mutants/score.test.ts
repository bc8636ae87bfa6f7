import { expect, test } from "vitest";
import { scoresByGuards, scoresByOperator, survivorsOf } from "../../../reports/mutation-score/score.ts";
import type { Level } from "../../../spec/requirement.ts";
import type { FailedRequirement, FinishedTrial } from "../trial.ts";
import { resultsOf, scoreTable } from "./score.ts";

const alarm = (id: string, level: Level): FailedRequirement => ({ id, level, verdict: "fail", reason: null, after: 3 });

interface Given {
  readonly distinguishedAfter?: number | null | undefined;
  readonly level?: Level;
  readonly reached?: number;
  readonly operator?: string;
}

function tried(guards: number, failed: readonly FailedRequirement[], given: Given = {}): FinishedTrial {
  const { level = "MUST", reached = 0, operator = "drop" } = given;
  const distinguishedAfter = "distinguishedAfter" in given ? given.distinguishedAfter : 12;
  const mutant = `${operator}@list-tasks:/data${"[x]".repeat(guards)}`;
  return {
    trial: { subject: { kind: "mutant", mutant, guards, breaks: "a.b", level }, budget: "smoke", seed: 1, only: [] },
    outcome: {
      failed,
      unproven: [],
      requests: 10,
      durationMs: 1,
      problem: null,
      reached,
      ...(distinguishedAfter === undefined ? {} : { distinguishedAfter }),
    },
  };
}

const scoresOf = (all: readonly FinishedTrial[]) => scoresByGuards(resultsOf(all));

test("a mutant that nothing distinguishes stands outside the score, and inside both bounds", () => {
  const [none, one] = scoresOf([
    tried(0, [alarm("a.b", "MUST")]),
    tried(0, [], { distinguishedAfter: null }),
    tried(1, [alarm("c.d", "MUST")]),
    tried(1, []),
  ]);
  expect(none).toMatchObject({ mutants: 2, counts: { killed: 1, undistinguished: 1 }, byOwn: 1 });
  expect([none?.score.share, none?.least.share, none?.most.share]).toEqual([1, 0.5, 1]);
  expect(one).toMatchObject({ mutants: 2, counts: { killed: 1, undistinguished: 0 }, byOwn: 0 });
  expect([one?.score.share, one?.least.share, one?.most.share]).toEqual([0.5, 0.5, 0.5]);
});

test("a failed SHOULD kills no mutant that breaks a MUST", () => {
  expect(scoresOf([tried(0, [alarm("c.d", "SHOULD")])]).at(-1)).toMatchObject({ counts: { killed: 0 } });
  const should = tried(0, [alarm("c.d", "SHOULD")], { level: "SHOULD" });
  expect(scoresOf([should]).at(-1)).toMatchObject({ counts: { killed: 1 } });
});

test("a run without a result is neither killed nor a survivor", () => {
  const broken = tried(0, [], { distinguishedAfter: undefined });
  expect(scoresOf([broken]).at(-1)).toMatchObject({ counts: { noResult: 1, killed: 0 } });
  expect(survivorsOf(resultsOf([broken]))).toEqual([]);
  expect(scoreTable(scoresOf([broken]))).toContain("none");
});

test("survivors are named with what they break, those that the run met apart from those that it never met", () => {
  const survivors = survivorsOf(
    resultsOf([tried(2, []), tried(0, [], { reached: 3 }), tried(0, [alarm("a.b", "MUST")])]),
  );
  expect(survivors).toMatchObject([
    {
      mutant: "drop@list-tasks:/data[x][x]",
      breaks: "a.b",
      status: "neverReached",
      distinguishedAfter: 12,
      requests: 10,
    },
    { mutant: "drop@list-tasks:/data", status: "notJudged" },
  ]);
});

test("operators have scores of their own", () => {
  const results = resultsOf([tried(0, [], { operator: "null" }), tried(1, [alarm("a.b", "MUST")])]);
  expect(scoresByOperator(results).map(({ group, score }) => [group, score.share])).toEqual([
    ["drop", 1],
    ["null", 0],
  ]);
});

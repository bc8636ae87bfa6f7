import { expect, test } from "vitest";
import type { Level } from "../../../spec/requirement.ts";
import type { Alarm, Tried } from "../trial.ts";
import { scoresOf, scoreTable, survivorsOf } from "./score.ts";

const alarm = (id: string, level: Level): Alarm => ({ id, level, verdict: "fail", reason: null, after: 3 });

function tried(
  guards: number,
  failed: readonly Alarm[],
  {
    distinguishedAfter,
    level = "MUST",
    reached = 0,
  }: { distinguishedAfter?: number | null; level?: Level; reached?: number } = {},
): Tried {
  const mutant = `drop@list-tasks:/data${"[x]".repeat(guards)}`;
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

test("what nothing tells from the original counts in the lower bound alone", () => {
  const [none, one] = scoresOf([
    tried(0, [alarm("a.b", "MUST")]),
    tried(0, [], { distinguishedAfter: null }),
    tried(1, [alarm("c.d", "MUST")]),
    tried(1, [], { distinguishedAfter: 12 }),
  ]);
  expect(none).toMatchObject({ mutants: 2, killed: 1, byOwn: 1, undistinguished: 1 });
  expect([none?.score.share, none?.least.share]).toEqual([1, 0.5]);
  expect(one).toMatchObject({ mutants: 2, killed: 1, byOwn: 0, undistinguished: 0 });
  expect(one?.score.share).toBe(0.5);
});

test("a failed SHOULD kills no mutant that breaks a MUST", () => {
  expect(scoresOf([tried(0, [alarm("c.d", "SHOULD")], { distinguishedAfter: 4 })]).at(-1)).toMatchObject({ killed: 0 });
  expect(scoresOf([tried(0, [alarm("c.d", "SHOULD")], { level: "SHOULD" })]).at(-1)).toMatchObject({ killed: 1 });
});

test("a run without a result is neither killed nor a survivor", () => {
  const broken = tried(0, []);
  expect(scoresOf([broken]).at(-1)).toMatchObject({ broken: 1, killed: 0 });
  expect(survivorsOf([broken])).toEqual([]);
  expect(scoreTable(scoresOf([broken]))).toContain("none");
});

test("survivors are named with what they break", () => {
  const survivor = tried(2, [], { distinguishedAfter: 12 });
  expect(survivorsOf([survivor])).toEqual([
    { mutant: "drop@list-tasks:/data[x][x]", breaks: "a.b", distinguishedAfter: 12, reached: 0, requests: 10 },
  ]);
});

test("a survivor that the run met is told from one that it never met", () => {
  const all = scoresOf([
    tried(0, [], { distinguishedAfter: 12 }),
    tried(0, [], { distinguishedAfter: 12, reached: 3 }),
  ]).at(-1);
  expect(all).toMatchObject({ neverReached: 1, notJudged: 1 });
});

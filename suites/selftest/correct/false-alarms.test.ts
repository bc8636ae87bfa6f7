import { expect, test } from "vitest";
import type { FailedRequirement, FinishedTrial } from "../trial.ts";
import { alarmLine, alarmRate, falseAlarms } from "./false-alarms.ts";
import { correctTrials, drawCorrect } from "./population.ts";

const [fake, independent, third] = correctTrials(drawCorrect(3, 1), "smoke", 1);

const failing = (id: string, level: FailedRequirement["level"]): FailedRequirement => ({
  id,
  level,
  verdict: "fail",
  reason: null,
  after: 3,
});

function tried(
  trial: FinishedTrial["trial"] | undefined,
  failed: readonly FailedRequirement[],
  problem: string | null = null,
): FinishedTrial {
  if (trial === undefined) throw new Error("no trial was drawn");
  return { trial, outcome: { failed, unproven: [], requests: 1, durationMs: 1, problem } };
}

test("servers that fail a MUST are reported with their ids, those that fail a SHOULD apart", () => {
  const result = falseAlarms([
    tried(fake, [failing("tasks.list.order", "MUST")]),
    tried(independent, [failing("recall.order", "SHOULD")]),
    tried(third, [], "the target is gone"),
  ]);
  expect(result).toMatchObject({ kind: "correct", servers: 2, alarms: 1, shouldAlarms: 1, broken: 1 });
  expect(result.alarming.map(({ server, seed }) => [server.split(":")[0], seed])).toEqual([
    ["fake", 1],
    ["independent", 2],
  ]);
});

test("none of n is at most three in n; otherwise the interval is Wilson's", () => {
  expect(alarmRate(0, 60)).toEqual({ share: 0, from: 0, to: 0.05 });
  expect(alarmRate(1, 10).to).toBeCloseTo(0.4042, 3);
  expect(alarmLine(falseAlarms([tried(fake, []), tried(third, [])]))).toBe(
    "0 of 2 correct servers failed a MUST: at most 100.0 % (95 %)",
  );
});

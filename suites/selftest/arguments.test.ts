import { expect, test } from "vitest";
import { parseInput } from "../cli/core/parse.ts";
import { readWishes, SELFTEST } from "./arguments.ts";
import { ALL_FAULTS } from "./plan.ts";

const wishes = (...args: string[]) => readWishes(parseInput(args, SELFTEST));

test("takes every fault when nothing narrows them", () => {
  const all = wishes();
  expect(all).toMatchObject({ mode: "short", narrowed: false, slice: { part: 1, of: 1 } });
  expect(all.faults).toEqual(ALL_FAULTS);
});

test("narrows by fault and requirement", () => {
  expect(wishes("--fault", "list-priority-at-least").faults).toEqual([
    { kind: "fault", server: "fake", fault: "list-priority-at-least", breaks: "tasks.list.priority" },
  ]);
});

test("draws correct servers of both kinds, or takes the one of an id; --variants is the old name", () => {
  const drawn = wishes("--correct", "4", "--seed", "7");
  expect(drawn.mode).toBe("correct");
  expect(drawn.correct.map(({ kind }) => kind)).toEqual(["variant", "independent", "variant", "independent"]);
  expect(wishes("--variants", "4", "--seed", "7").correct).toEqual(drawn.correct);
  expect(wishes("--variants", "4").deprecations).toEqual([expect.stringContaining("--correct")]);
  expect(wishes("--correct", "fake:meta=never[reads]").correct).toEqual([
    { kind: "variant", variant: { meta: "never[reads]" }, against: [] },
  ]);
});

test("takes one variant by its choices", () => {
  expect(wishes("--variant", "meta=never", "timestamps=seconds")).toMatchObject({
    mode: "variant",
    variant: { meta: "never", timestamps: "seconds" },
  });
});

test.each([
  [["--falt", "x"], '"--falt"'],
  [["--fault", "list-priorit-at-least"], 'Did you mean "list-priority-at-least"?'],
  [["--fault", "list-priority-*", "--requirement", "tasks.list.status"], "broken by any of"],
  [["--requirement", "tasks.nothing"], "a requirement that any fault breaks"],
  [["--slice", "0/4"], "a share such as 3/40"],
  [["--slice", "3"], "a share such as 3/40"],
  [["--full", "--choices"], "not something to go with"],
  [["--choices", "--fault", "list-*"], "a choice of faults"],
  [["--budget", "standart"], 'Did you mean "standard"?'],
  [["--workers", "many"], "a whole number"],
  [["--variant", "meta=nevr"], 'Did you mean "meta=never"?'],
  [["--variant", "metta=never"], 'Did you mean "meta=never"?'],
  [["--variant", "meta=never", "--correct", "3"], "not something to go with"],
  [["--correct", "fake:meta=nevr"], "never"],
  [["--correct", "0"], "whole number"],
  [["--server", "independent"], "--server independent: the independent server has no planted faults any more"],
  [["--server", "judge"], "--code N"],
  [["--fault", "independent:recall.*"], "--regression all"],
])("refuses %j with a remedy", (args, words) => {
  const told = (): string => {
    try {
      wishes(...args);
      return "accepted";
    } catch (error) {
      return `${(error as Error).message} ${(error as { hint: string }).hint}`;
    }
  };
  expect(told()).toContain(words);
});

import { expect, onTestFinished, test, vi } from "vitest";
import { parseInput } from "../cli/core/parse.ts";
import { readSelftestOptions, SELFTEST } from "./options.ts";

const wishes = (...args: string[]) => readSelftestOptions(parseInput(args, SELFTEST));

test("takes samples when nothing is named, and otherwise the mutants of ids and lists", () => {
  expect(wishes()).toMatchObject({ mode: "short", mutants: [], slice: { part: 1, of: 1 } });
  const named = wishes("--mutant", "drop@list-tasks?status", "--regression", "isolation");
  expect(named.mode).toBe("mutants");
  expect(named.mutants[0]).toBe("drop@list-tasks?status");
  expect(named.mutants.length).toBeGreaterThan(1);
});

test("takes scenarios by their names, commas included, or all of them", () => {
  const names = ["suites/host/overlay", "run.scenario.test.ts > a smoke run, of some requirements"];
  expect(wishes("--scenario", ...names)).toMatchObject({ mode: "scenarios", scenarios: names });
  expect(wishes("--scenario", "all")).toMatchObject({ mode: "scenarios", scenarios: [] });
});

test("draws correct servers of both kinds, or takes the one of an id", () => {
  const drawn = wishes("--correct", "4", "--seed", "7");
  expect(drawn.mode).toBe("correct");
  expect(drawn.correct.map(({ kind }) => kind)).toEqual(["variant", "independent", "variant", "independent"]);
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

test("takes former names of choices and values", () => {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  expect(wishes("--variant", "strange-cursors=passed-over")).toMatchObject({
    variant: { "unknown-cursors": "ignored" },
  });
  expect(warn).toHaveBeenCalledOnce();
});

test.each([
  [["--falt", "x"], '"--falt"'],
  [["--fault", "list-priority-at-least"], "no longer has the option --fault. Faults are mutants now: give --mutant ID"],
  [["--requirement", "tasks.list.status"], "wac explain ID lists those that break a requirement"],
  [["--full", "--mutant", "drop@list-tasks?status"], "--mutant ID tries a mutant on the whole suite"],
  [["--variants", "4"], "Give --correct N"],
  [["--regression", "task"], "Lists: all, "],
  [["--slice", "0/4"], "a share such as 3/40"],
  [["--slice", "3"], "a share such as 3/40"],
  [["--draw", "3", "--choices"], "not something to go with"],
  [["--scenario", "all", "--choices"], "not something to go with"],
  [["--budget", "standart"], 'Did you mean "standard"?'],
  [["--workers", "many"], "a whole number"],
  [["--variant", "meta=nevr"], 'Did you mean "meta=never"?'],
  [["--variant", "metta=never"], 'Did you mean "meta=never"?'],
  [["--variant", "meta=never", "--correct", "3"], "not something to go with"],
  [["--correct", "fake:meta=nevr"], "never"],
  [["--correct", "0"], "whole number"],
])("rejects %j with a remedy", (args, words) => {
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

import { availableParallelism } from "node:os";
import { CHOICES, resolveVariant, splitValue } from "../../fake/departures.ts";
import type { Variant } from "../../fake/index.ts";
import { globMatcher } from "../../spec/glob.ts";
import { didYouMean } from "../../spec/nearest.ts";
import { type Command, type Input, NO_POSITIONALS } from "../cli/core/command.ts";
import { badValue, listOf, oneOf, wholeNumber } from "../cli/core/values.ts";
import type { BudgetName } from "../engine/check/check.ts";
import { BUDGETS } from "../engine/check/options.ts";
import { drawCorrect } from "./correct/population.ts";
import { type CorrectSubject, subjectOf } from "./correct/server-id.ts";
import { deprecations, refuseIndependentFaults } from "./deprecated.ts";
import { regressionIds, regressionLists } from "./mutants/regression.ts";
import { ALL_FAULTS, chosenFaults, type FaultFilter, type FaultSubject } from "./plan.ts";
import { nameOf } from "./trial.ts";

/** What the self-test was told to do. */
export interface Wishes {
  readonly mode: "short" | "full" | "choices" | "draw" | "mutants" | "code" | "correct" | "variant" | "merge";
  readonly faults: readonly FaultSubject[];
  /** True when options narrow the faults: then nothing else is tried. */
  readonly narrowed: boolean;
  readonly budget: BudgetName | null;
  readonly seed: number | null;
  /** How many mutants of the independent server's code to draw. */
  readonly code: number;
  /** Correct servers to try. */
  readonly correct: readonly CorrectSubject[];
  /** How many mutants to draw. */
  readonly draw: number;
  /** Ids of named mutants, each to be tried first against the checks of the requirement that it breaks. */
  readonly mutants: readonly string[];
  readonly variant: Variant;
  readonly slice: { readonly part: number; readonly of: number };
  readonly workers: number;
  readonly out: string | null;
  /** File for the mutation score. */
  readonly score: string | null;
  /** Score files to publish. */
  readonly merge: readonly string[];
  /** Folder for the pages of the score; null for the one that the repository keeps them in. */
  readonly to: string | null;
  /** What was given by an old name, one sentence each. */
  readonly deprecations: readonly string[];
}

/** How the self-test is called. */
export const SELFTEST: Omit<Command, "run"> = {
  name: "selftest",
  typed: "npm run selftest --",
  summary: "show that the suite catches servers with one rule broken, and stays quiet on every correct server",
  positionals: NO_POSITIONALS,
  options: [
    { name: "fault", value: "ID|GLOB", text: "only these faults of the fake", many: true },
    { name: "requirement", value: "ID|GLOB", text: "only faults that break these requirements", many: true },
    { name: "server", value: "fake", text: "only faults of the fake (deprecated: no other server has any)" },
    {
      name: "budget",
      value: "NAME",
      text: "smoke, standard or thorough (default standard; with --full smoke and standard)",
    },
    { name: "seed", value: "N", text: "seed of the runs (default 1; with --full each of 1 to 5)" },
    { name: "full", text: "the whole suite against each fault, so that echoes show" },
    { name: "choices", text: "each choice of a correct server alone, in place of faults" },
    {
      name: "code",
      value: "N",
      text: "so many mutants of the independent server's code, made by a mutation tool and drawn by mutator",
    },
    {
      name: "correct",
      value: "N|ID",
      text: "so many correct servers drawn at random, or the one of an id: the rate of false alarms; shrinks what alarms",
    },
    { name: "variants", value: "N", text: "the old name of --correct N (deprecated)" },
    {
      name: "draw",
      value: "N",
      text: "so many mutants drawn at random, in place of faults: the mutation score, by number of guards",
    },
    {
      name: "mutant",
      value: "ID",
      text: "these mutants, first against the checks that claim what they break",
      many: true,
    },
    { name: "regression", value: "LIST|all", text: "the mutants of a regression list: tasks, messages …", many: true },
    { name: "score", value: "FILE", text: "with --draw, --code or --correct: write the result to FILE, as JSON" },
    {
      name: "variant",
      value: "NAME=VALUE",
      text: "one correct server of these choices, in place of faults",
      many: true,
    },
    { name: "slice", value: "PART/OF", text: "only this share of the trials: 3/40" },
    {
      name: "workers",
      value: "N",
      text: "processes at work at the same time (default: one more than cores, as each waits now and then)",
    },
    {
      name: "out",
      value: "FILE",
      text: "append each trial as a line of JSON; what stands there already is not tried again",
    },
    {
      name: "merge",
      value: "FILE",
      text: "publish files of --score as pages; tries nothing",
      many: true,
    },
    { name: "to", value: "DIR", text: "folder for its pages (default: reports, with the figures in README.md)" },
  ],
  examples: [
    [
      "npm run selftest",
      "a sample of listed mutants and of faults, some correct servers: what .ci/run calls, with the commit as the seed",
    ],
    ["npm run selftest -- --fault 'list-*'", "some faults, against the checks that claim what they break"],
    [
      "npm run selftest -- --fault list-priority-at-least --full",
      "one fault against the whole suite: what else does it trip?",
    ],
    ["npm run selftest -- --full --slice 3/40 --out kills.jsonl", "a share of all faults; call it again to go on"],
    ["npm run selftest -- --correct 20 --seed 7", "twenty correct servers that must not fail"],
    [
      "npm run selftest -- --merge score.json",
      "writes reports/mutation-score.json and .md, and the figures of the README",
    ],
  ],
  notes: [
    "Exit status: 0 when every fault was caught and no correct server alarmed, 1 otherwise, 2 for unusable arguments.",
    "The last line counts trials: one for each fault or correct server; a fault of known-misses.yaml that is missed is skipped.",
  ],
};

/**
 * Reads the options of the self-test.
 *
 * @throws OperatorError `CLI-VALUE` for a value that cannot be used, or a glob that no fault matches.
 */
export function readWishes(input: Input): Wishes {
  const filter = readFilter(input);
  const narrowed = input.flag("server") || filter.faults.length > 0 || filter.requirements.length > 0;
  const seed = wholeNumber(input, "seed", { minimum: 0, maximum: 2 ** 31 - 1 }) ?? null;
  return {
    mode: readMode(input, narrowed),
    faults: chosenFaults(filter),
    narrowed,
    budget: oneOf(input, "budget", Object.keys(BUDGETS) as BudgetName[]) ?? null,
    seed,
    code: wholeNumber(input, "code", { minimum: 1, maximum: 100_000 }) ?? 0,
    correct: readCorrect(input, seed ?? 1),
    draw: wholeNumber(input, "draw", { minimum: 1, maximum: 100_000 }) ?? 0,
    mutants: [...input.values("mutant"), ...readRegression(listOf(input, "regression"))],
    score: input.value("score") ?? null,
    variant: readVariant(listOf(input, "variant")),
    slice: readSlice(input.value("slice")),
    workers: wholeNumber(input, "workers", { minimum: 1, maximum: 256 }) ?? availableParallelism() + 1,
    out: input.value("out") ?? null,
    merge: listOf(input, "merge"),
    to: input.value("to") ?? null,
    deprecations: deprecations(input),
  };
}

function readMode(input: Input, narrowed: boolean): Wishes["mode"] {
  const isNamed = input.flag("mutant") || input.flag("regression");
  const flags = (["full", "choices", "draw", "code", "correct", "variant", "merge"] as const).filter((name) =>
    input.flag(name),
  );
  const modes: Wishes["mode"][] = [
    ...flags,
    ...(input.flag("variants") ? ["correct" as const] : []),
    ...(isNamed ? ["mutants" as const] : []),
  ];
  const [mode, second] = modes;
  if (second !== undefined) throw badPair(`--${mode}`, `--${second}`);
  if (narrowed && mode !== undefined && mode !== "full") throw badPair(`--${mode}`, "a choice of faults");
  return mode ?? "short";
}

function readCorrect(input: Input, seed: number): readonly CorrectSubject[] {
  const value = input.value("correct") ?? input.value("variants");
  if (value === undefined) return [];
  if (input.flag("correct") && !/^\d/.test(value)) return [subjectOf(value)];
  const option = input.flag("correct") ? "correct" : "variants";
  return drawCorrect(wholeNumber(input, option, { minimum: 1, maximum: 10_000 }) ?? 0, seed);
}

function readRegression(names: readonly string[]): readonly string[] {
  const lists = regressionLists();
  return names.flatMap((name) => {
    if (name !== "all" && !lists.includes(name))
      throw badValue("regression", name, "a regression list", `Lists: ${["all", ...lists].join(", ")}.`);
    return (name === "all" ? lists : [name]).flatMap(regressionIds);
  });
}

function readVariant(pairs: readonly string[]): Variant {
  const named = pairs.map((pair) => {
    const known = CHOICES.find(({ name }) => pair.startsWith(`${name}=`));
    const value = pair.slice((known?.name.length ?? 0) + 1);
    if (known?.values.includes(splitValue(value).value)) return [known.name, value];
    const pairsKnown = (known ? [known] : CHOICES).flatMap(({ name, values }) => values.map((one) => `${name}=${one}`));
    const hint = known ? `Values: ${known.values.join(", ")}.` : "wac list variants shows all choices.";
    throw badValue("variant", pair, "a choice of the fake with a value", `${hint}${didYouMean(pair, pairsKnown)}`);
  });
  return resolveVariant(Object.fromEntries(named));
}

function badPair(one: string, other: string) {
  return badValue(one.slice(2), other, "something to go with it", `Give ${one} or ${other}: each is a run of its own.`);
}

function readFilter(input: Input): FaultFilter {
  refuseIndependentFaults(input);
  oneOf(input, "server", ["fake"]);
  const faults = listOf(input, "fault");
  const requirements = listOf(input, "requirement");
  needMatch(
    "fault",
    faults,
    ALL_FAULTS.flatMap((one) => [one.fault, nameOf(one)]),
  );
  needMatch(
    "requirement",
    requirements,
    ALL_FAULTS.map(({ breaks }) => breaks),
  );
  const filter = { faults, requirements };
  if (chosenFaults(filter).length > 0) return filter;
  throw badValue(
    "requirement",
    requirements.join(", "),
    `broken by any of --fault ${faults.join(", ")}`,
    "Give one of the two, or widen them.",
  );
}

function needMatch(option: string, globs: readonly string[], names: readonly string[]): void {
  for (const glob of globs) {
    if (names.some(globMatcher(glob))) continue;
    const what = option === "fault" ? "the id of any fault" : "a requirement that any fault breaks";
    throw badValue(option, glob, what, `wac list faults shows those of the fake.${didYouMean(glob, names)}`);
  }
}

function readSlice(text: string | undefined): Wishes["slice"] {
  if (text === undefined) return { part: 1, of: 1 };
  const [, part, of] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const slice = { part: Number(part), of: Number(of) };
  if (slice.part >= 1 && slice.part <= slice.of) return slice;
  throw badValue("slice", text, "a share such as 3/40", "The first number counts from 1 up to the second.");
}

import { availableParallelism } from "node:os";
import type { Variant } from "../../fake/index.ts";
import { CHOICES, resolveVariant, splitValue } from "../../fake/mutants-and-variants.ts";
import { didYouMean } from "../../spec/nearest.ts";
import { type Command, type Input, NO_POSITIONALS } from "../cli/core/command.ts";
import { badValue, listOf, oneOf, wholeNumber } from "../cli/core/values.ts";
import type { BudgetName } from "../engine/check/check.ts";
import { BUDGETS } from "../engine/check/options.ts";
import { drawCorrect } from "./correct/population.ts";
import { type CorrectSubject, subjectOf } from "./correct/server-id.ts";
import { regressionIds, regressionLists } from "./mutants/regression.ts";

/** What the self-test is to do. */
export interface Wishes {
  readonly mode: "short" | "choices" | "draw" | "mutants" | "code" | "correct" | "variant" | "scenarios" | "merge";
  readonly budget: BudgetName | null;
  readonly seed: number | null;
  /** How many mutants of the independent server's code to draw. */
  readonly code: number;
  /** Correct servers to try. */
  readonly correct: readonly CorrectSubject[];
  /** How many mutants to draw. */
  readonly draw: number;
  /** `FILE` or `FILE > NAME` of scenarios; empty for all of them. */
  readonly scenarios: readonly string[];
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
}

/** What replaces the options that chose planted faults. */
const MUTANTS_NOW = "Faults are mutants now: give --mutant ID, or --regression LIST for all of a list.";

/** How the self-test is called. */
export const SELFTEST: Omit<Command, "run"> = {
  name: "selftest",
  typed: "npm run selftest --",
  summary: "show that the suite catches servers with one rule broken, and stays quiet on every correct server",
  positionals: NO_POSITIONALS,
  options: [
    { name: "budget", value: "NAME", text: "smoke, standard or thorough (default standard)" },
    { name: "seed", value: "N", text: "seed of the runs (default 1)" },
    { name: "choices", text: "each choice of a correct server alone" },
    {
      name: "code",
      value: "N",
      text: "this many mutants of the independent server's code, made by a mutation tool and drawn by mutator",
    },
    {
      name: "correct",
      value: "N|ID",
      text: "this many correct servers drawn at random, or the one of an id: the rate of false alarms; shrinks what alarms",
    },
    {
      name: "draw",
      value: "N",
      text: "this many mutants drawn at random: the mutation score, by number of guards",
    },
    {
      name: "mutant",
      value: "ID",
      text: "these mutants, first against the checks that claim what they break, and then against all",
      many: true,
    },
    {
      name: "scenario",
      value: "FILE|all",
      text: "the scenarios of a file, or one of them ('FILE > NAME'): runs of which a test expects more than a verdict",
      many: true,
    },
    { name: "regression", value: "LIST|all", text: "the mutants of a regression list: tasks, messages …", many: true },
    { name: "score", value: "FILE", text: "with --draw, --code or --correct: write the result to FILE, as JSON" },
    {
      name: "variant",
      value: "NAME=VALUE",
      text: "one correct server of these choices",
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
      "a sample of scenarios and of listed mutants, and some correct servers: what .ci/run calls, with the commit as the seed",
    ],
    ["npm run selftest -- --scenario all", "every scenario: about half an hour"],
    ["npm run selftest -- --scenario suites/host/overlay", "the scenarios of a file"],
    ["npm run selftest -- --mutant 'drop@list-tasks?status'", "one server with one rule broken"],
    [
      "npm run selftest -- --regression tasks --slice 3/40 --out killed.jsonl",
      "a share of a list; call it again to go on",
    ],
    ["npm run selftest -- --correct 20 --seed 7", "twenty correct servers that must not fail"],
    [
      "npm run selftest -- --merge score.json",
      "writes reports/mutation-score.json, .md and .html, and the figures of the README",
    ],
  ],
  notes: [
    "Exit status: 0 when every mutant was killed and no correct server alarmed, 1 otherwise, 2 for unusable arguments.",
    "The last line counts trials: one for each mutant, correct server or scenario; a survivor that known-survivors.yaml names is skipped.",
  ],
  removed: {
    fault: MUTANTS_NOW,
    requirement: `${MUTANTS_NOW} wac explain ID lists those that break a requirement.`,
    server: MUTANTS_NOW,
    full: "--mutant ID tries a mutant on the whole suite where the checks of its requirement do not kill it.",
    variants: "Give --correct N: it draws servers of both kinds.",
  },
};

/**
 * Reads the options of the self-test.
 *
 * @throws OperatorError `CLI-VALUE` for a value that cannot be used.
 */
export function readWishes(input: Input): Wishes {
  const seed = wholeNumber(input, "seed", { minimum: 0, maximum: 2 ** 31 - 1 }) ?? null;
  return {
    mode: readMode(input),
    budget: oneOf(input, "budget", Object.keys(BUDGETS) as BudgetName[]) ?? null,
    seed,
    code: wholeNumber(input, "code", { minimum: 1, maximum: 100_000 }) ?? 0,
    correct: readCorrect(input, seed ?? 1),
    draw: wholeNumber(input, "draw", { minimum: 1, maximum: 100_000 }) ?? 0,
    scenarios: input.values("scenario").filter((name) => name !== "all"),
    mutants: [...input.values("mutant"), ...readRegression(listOf(input, "regression"))],
    score: input.value("score") ?? null,
    variant: readVariant(listOf(input, "variant")),
    slice: readSlice(input.value("slice")),
    workers: wholeNumber(input, "workers", { minimum: 1, maximum: 256 }) ?? availableParallelism() + 1,
    out: input.value("out") ?? null,
    merge: listOf(input, "merge"),
    to: input.value("to") ?? null,
  };
}

function readMode(input: Input): Wishes["mode"] {
  const isNamed = input.flag("mutant") || input.flag("regression");
  const flags = (["choices", "draw", "code", "correct", "variant", "merge"] as const).filter((name) =>
    input.flag(name),
  );
  const modes: Wishes["mode"][] = [
    ...flags,
    ...(isNamed ? ["mutants" as const] : []),
    ...(input.flag("scenario") ? ["scenarios" as const] : []),
  ];
  const [mode, second] = modes;
  if (second !== undefined) throw badPair(`--${mode}`, `--${second}`);
  return mode ?? "short";
}

function readCorrect(input: Input, seed: number): readonly CorrectSubject[] {
  const value = input.value("correct");
  if (value === undefined) return [];
  if (!/^\d/.test(value)) return [subjectOf(value)];
  return drawCorrect(wholeNumber(input, "correct", { minimum: 1, maximum: 10_000 }) ?? 0, seed);
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

function readSlice(text: string | undefined): Wishes["slice"] {
  if (text === undefined) return { part: 1, of: 1 };
  const [, part, of] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const slice = { part: Number(part), of: Number(of) };
  if (slice.part >= 1 && slice.part <= slice.of) return slice;
  throw badValue("slice", text, "a share such as 3/40", "The first number counts from 1 up to the second.");
}

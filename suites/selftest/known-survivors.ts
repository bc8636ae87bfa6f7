import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import type { MutantResult } from "../../reports/mutation-score/result.ts";
import { survivorsOf } from "../../reports/mutation-score/score.ts";
import { isObject, type Json } from "../../spec/json.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { packageFile } from "../../spec/package-root.ts";
import { sentence } from "../../spec/sentence.ts";

/** Mutants without a guard that the suite is known not to kill. */
export interface KnownSurvivors {
  /** Every mutant without a guard was tried: a survivor that is not listed is new, and fails. */
  readonly complete: boolean;
  /** Each with the date since when it is known. */
  readonly survivors: ReadonlyMap<string, string>;
}

/**
 * The list that the repository keeps; empty where there is none, as in the package.
 *
 * @throws OperatorError `SELFTEST-KNOWN-SURVIVORS` for a file that is no such list.
 */
export function readKnownSurvivors(path = packageFile("suites", "selftest", "known-survivors.yaml")): KnownSurvivors {
  if (!existsSync(path)) return { complete: true, survivors: new Map() };
  const file = parse(readFileSync(path, "utf8")) as Json;
  if (!isObject(file) || !isObject(file.survivors)) throw unusable(path, "it has no map `survivors`");
  if (typeof file.complete !== "boolean") throw unusable(path, "`complete` is neither true nor false");
  const survivors = Object.entries(file.survivors).map(([mutant, since]): [string, string] => {
    if (mutant.endsWith("]")) throw unusable(path, `"${mutant}" has a guard: only mutants without one are gated`);
    if (typeof since === "string" && /^\d{4}-\d\d-\d\d$/.test(since)) return [mutant, since];
    throw unusable(path, `"${mutant}" has no date such as 2026-01-31`);
  });
  return { complete: file.complete, survivors: new Map(survivors) };
}

function unusable(path: string, why: string): OperatorError {
  return new OperatorError({
    code: "SELFTEST-KNOWN-SURVIVORS",
    message: `"${path}" cannot be used: ${sentence(why)}`,
    hint: "Write a line for each mutant that survives: its id in quotes, a colon, and the date since when it is known.",
  });
}

/** The mutants of a draw that decide the exit status: those without a guard. */
export interface Gate {
  /** Survive, and are not listed. */
  readonly unlisted: readonly MutantResult[];
  /** Survive as the list says. */
  readonly known: readonly MutantResult[];
  /** Are listed, and killed now. */
  readonly stale: readonly MutantResult[];
}

/** Holds the mutants without a guard against the list. */
export function gateOf(mutants: readonly MutantResult[], { survivors }: KnownSurvivors): Gate {
  const own = mutants.filter(({ guards }) => guards === 0);
  const isListed = ({ mutant }: MutantResult) => survivors.has(mutant);
  const surviving = survivorsOf(own);
  return {
    unlisted: surviving.filter((one) => !isListed(one)),
    known: surviving.filter(isListed),
    stale: own.filter((one) => one.status === "killed" && isListed(one)),
  };
}

import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import type { MutantResult } from "../../reports/mutation-score/result.ts";
import { survivorsOf } from "../../reports/mutation-score/score.ts";
import { globMatcher } from "../../spec/glob.ts";
import { isObject, type Json } from "../../spec/json.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { packageFile } from "../../spec/package-root.ts";
import { sentence } from "../../spec/sentence.ts";

/** Mutants that the suite is known not to kill. */
export interface KnownSurvivors {
  /** True if a standard run has tried enough mutants without a guard: an unlisted survivor is then new, and fails. */
  readonly complete: boolean;
  /** By id or by a glob over ids, each with the date since when it is known, and the reason. */
  readonly survivors: ReadonlyMap<string, string>;
}

/**
 * Returns the list in the repository; an empty one if there is none, as in the package.
 *
 * @throws OperatorError `SELFTEST-KNOWN-SURVIVORS` for an invalid file.
 */
export function readKnownSurvivors(path = packageFile("suites", "selftest", "known-survivors.yaml")): KnownSurvivors {
  if (!existsSync(path)) return { complete: true, survivors: new Map() };
  const file = parse(readFileSync(path, "utf8")) as Json;
  if (!isObject(file) || !isObject(file.survivors)) throw unusable(path, "it has no map `survivors`");
  if (typeof file.complete !== "boolean") throw unusable(path, "`complete` is neither true nor false");
  const survivors = Object.entries(file.survivors).map(([mutant, since]): [string, string] => {
    if (typeof since === "string" && /^\d{4}-\d\d-\d\d: \S/.test(since)) return [mutant, since];
    throw unusable(path, `"${mutant}" has no date and reason such as "2026-01-31: no check reads it twice"`);
  });
  return { complete: file.complete, survivors: new Map(survivors) };
}

function unusable(path: string, why: string): OperatorError {
  return new OperatorError({
    code: "SELFTEST-KNOWN-SURVIVORS",
    message: `"${path}" cannot be used: ${sentence(why)}`,
    hint: "Write a line for each: its id or a glob in quotes, a colon, and in quotes the date, a colon and the reason.",
  });
}

/** The mutants of a draw that decide the exit status: those without a guard. */
export interface Gate {
  /** Survive, and are not listed. */
  readonly unlisted: readonly MutantResult[];
  /** Survivors that the list expects. */
  readonly known: readonly MutantResult[];
  /** Mutants that the list names by id and that are killed now. */
  readonly stale: readonly MutantResult[];
}

/** Compares the mutants without a guard with the list. */
export function gateOf(mutants: readonly MutantResult[], list: KnownSurvivors): Gate {
  const own = mutants.filter(({ guards }) => guards === 0);
  const isListed = ({ mutant }: MutantResult) => knownSince(list, mutant) !== undefined;
  const surviving = survivorsOf(own);
  return {
    unlisted: surviving.filter((result) => !isListed(result)),
    known: surviving.filter(isListed),
    stale: own.filter((result) => result.status === "killed" && list.survivors.has(result.mutant)),
  };
}

/** Returns date and reason of the line that names a mutant; undefined if there is none. */
export function knownSince({ survivors }: KnownSurvivors, mutant: string): string | undefined {
  const named = [...survivors].find(([glob]) => glob === mutant || globMatcher(glob)(mutant));
  return named?.[1];
}

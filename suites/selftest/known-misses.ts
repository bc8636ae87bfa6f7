import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { isObject } from "../../spec/json.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { packageFile } from "../../spec/package-root.ts";
import { sentence } from "../../spec/sentence.ts";
import { ALL_FAULTS } from "./plan.ts";
import { nameOf, type Subject } from "./trial.ts";

/** Faults that the suite is known to miss, by name (`fake:title-lost`), each with what stands in the way. */
export type KnownMisses = ReadonlyMap<string, string>;

/** The list that the repository keeps; empty where there is none, as in the package. */
export function readKnownMisses(path = packageFile("suites", "selftest", "known-misses.yaml")): KnownMisses {
  if (!existsSync(path)) return new Map();
  const entries: unknown = parse(readFileSync(path, "utf8")) ?? {};
  const names = new Set(ALL_FAULTS.map(nameOf));
  if (!isObject(entries as never)) throw unusable(path, "it is no map from faults to reasons");
  return new Map(
    Object.entries(entries as Record<string, unknown>).map(([name, reason]) => {
      if (!names.has(name)) throw unusable(path, `there is no fault "${name}"`);
      if (typeof reason !== "string" || reason === "") throw unusable(path, `"${name}" has no reason`);
      return [name, reason];
    }),
  );
}

function unusable(path: string, why: string): OperatorError {
  return new OperatorError({
    code: "SELFTEST-KNOWN-MISSES",
    message: `"${path}" cannot be used: ${sentence(why)}`,
    hint: "Write a line for each fault that is missed: fake:ID, a colon, and what stands in the way.",
  });
}

/** What stands in the way of catching this fault; null where it is to be caught. */
export function knownMiss(known: KnownMisses, subject: Subject): string | null {
  return known.get(nameOf(subject)) ?? null;
}

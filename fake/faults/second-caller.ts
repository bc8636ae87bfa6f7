import { bySecondAgent } from "../changes/identities.ts";
import type { Fault } from "./fault.ts";
import { plantedWhen } from "./planted-when.ts";

/** Of each area, faults that anybody sees; here a second agent sees them alone. */
const SEEN_BY_THE_SECOND = [
  "flag-takes-headings-off",
  "attachment-type-by-its-newer-name",
  "ttl-ignored",
  "confidence-in-percent-steps",
  "memory-metadata-keys-lowercase",
  "metadata-three-levels",
  "metadata-of-3500-bytes-keeps-its-first",
  "memory-text-cyrillic-cased",
  "memory-kind-beside-text-ignored",
  "memory-offset-minutes-ignored",
  "memory-cursor-never-ends",
  "memory-tags-ascii-only",
  "recall-expired-always",
  "recall-metadata-filter-ignored-in-walks",
  "recall-min-similarity-generous",
  "recall-with-ttl-lost",
  "walk-depth-full",
  "provenance-content-cut-at-1000",
];

/** The same faults for every agent of a workspace but the one that called first: what a cache or a default of the first hides. */
export function secondCallerFaults(faults: readonly Fault[]): Fault[] {
  const how = { suffix: "for-a-second-agent", where: "for a second agent alone", holds: bySecondAgent };
  return plantedWhen(faults, SEEN_BY_THE_SECOND, how);
}

/** The suite as a library: load a target, run, get the report. */

export type { Report } from "../spec/report.ts";
export type { TargetFile } from "../spec/target-file.ts";
export type { BudgetName } from "./engine/check/check.ts";
export type { RunEvent } from "./engine/check/events.ts";
export { BUDGETS, type RunOptions, type RunSettings } from "./engine/check/options.ts";
export { type RunRequest, runConformance } from "./host/run-conformance.ts";
export { loadTarget } from "./target/load.ts";
export type { ResolvedTarget } from "./target/types.ts";

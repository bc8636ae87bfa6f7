/** The suite as a library: load a target, run, get the report. */

export { OperatorError } from "../spec/operator-error.ts";
export type { Report } from "../spec/report.ts";
export type { TargetFile } from "../spec/target-file.ts";
export type { BudgetName } from "./engine/check/check.ts";
export type { RunEvent } from "./engine/check/events.ts";
export { BUDGETS, type RunOptions, type RunSettings } from "./engine/check/options.ts";
export { runConformance } from "./host/run-conformance.ts";
export type { RunRequest } from "./host/run-settings.ts";
export { type LoadedTarget, loadTarget, type TargetSource } from "./target/load.ts";
export type { ResolvedTarget } from "./target/types.ts";

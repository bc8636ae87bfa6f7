import { createFake, type Fault } from "../../fake/index.ts";
import type { Report } from "../../spec/report.ts";
import type { BudgetName } from "../engine/check.ts";
import { ordinaryRun } from "../engine/options.ts";
import { runInPlace } from "../host/in-place.ts";
import { completeTarget } from "../target/load.ts";

/** What became of one planted fault. */
export interface Kill {
  readonly fault: string;
  readonly breaks: string;
  readonly seed: number;
  readonly budget: BudgetName;
  /** True when the requirement that the fault breaks failed. */
  readonly caught: boolean;
  /** Verdict of that requirement, with its reason. */
  readonly verdict: string;
  readonly reason: string | null;
  /** Requirements that failed besides: echoes of the fault. */
  readonly echoes: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
}

export interface KillOptions {
  readonly seed: number;
  readonly budget: BudgetName;
  /** True to run the whole suite, so that echoes show; otherwise only what claims the broken requirement runs. */
  readonly whole: boolean;
}

/** Plants a fault in a fake of its own and runs the suite against it. */
export async function tryFault(fault: Fault, { seed, budget, whole }: KillOptions): Promise<Kill> {
  const fake = await createFake({ faults: [fault.id] });
  try {
    const target = completeTarget(fake.target, process.cwd());
    const report = await runInPlace(ordinaryRun(target, { budget, seed, only: whole ? [] : [fault.breaks] }));
    return toKill(fault, report, { seed, budget, whole });
  } finally {
    await fake.close();
  }
}

function toKill(fault: Fault, report: Report, { seed, budget }: KillOptions): Kill {
  const broken = report.requirements.find((one) => one.id === fault.breaks);
  const failed = report.requirements.filter((one) => one.verdict === "fail").map((one) => one.id);
  return {
    fault: fault.id,
    breaks: fault.breaks,
    seed,
    budget,
    caught: broken?.verdict === "fail",
    verdict: broken?.unchecked ? "unchecked" : (broken?.verdict ?? "no such requirement"),
    reason: broken?.reason ?? report.problem,
    echoes: failed.filter((id) => id !== fault.breaks),
    requests: report.run.requests,
    durationMs: report.run.durationMs,
  };
}

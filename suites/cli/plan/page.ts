import { counted, size, thousands } from "../../../reports/text.ts";
import type { Report } from "../../../spec/report.ts";
import { BUDGETS } from "../../index.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import { table } from "../core/table.ts";

/** What a run would send and create. */
export interface Plan {
  readonly target: string;
  readonly budget: Report["run"]["budget"];
  readonly requests: number;
  readonly created: Report["run"]["created"];
  readonly operations: readonly { readonly id: string; readonly requests: number }[];
  /** Upper bounds of the budget and the target file: never passed. */
  readonly bounds: { readonly requests: number; readonly tasks: number };
  /** MUST requirements that the run would try, and those that it would skip. */
  readonly must: { readonly tried: number; readonly skipped: number };
  readonly missingFixtures: readonly string[];
}

/** The plan that a rehearsal foretells. */
export function planOf(rehearsal: Report, target: ResolvedTarget): Plan {
  const { run, summary, coverage, requirements } = rehearsal;
  const operations = coverage.operations.filter(({ requests }) => requests > 0);
  return {
    target: target.baseUrl,
    budget: run.budget,
    requests: run.requests,
    created: run.created,
    operations: operations.map(({ id, requests }) => ({ id, requests })),
    bounds: {
      requests: Math.min(BUDGETS[run.budget].requests, target.limits.requests ?? Number.POSITIVE_INFINITY),
      tasks: Math.min(BUDGETS[run.budget].tasks, target.limits.tasks ?? Number.POSITIVE_INFINITY),
    },
    must: {
      tried: summary.MUST.pass + summary.MUST.fail + summary.MUST.inconclusive + summary.MUST.known,
      skipped: summary.MUST.skip,
    },
    missingFixtures: [...new Set(requirements.flatMap((requirement) => requirement.missingFixtures))],
  };
}

/** The plan as text. */
export function planText(plan: Plan, name: string): string {
  const { created, bounds, must, missingFixtures } = plan;
  const share = `${thousands(created.tasks)} of the monthly allowance`;
  const left = [
    `${counted(created.tasks, "task")} (${share})`,
    counted(created.messages, "message"),
    counted(created.memories, "memory", "memories"),
    `${counted(created.uploads, "upload")}; ${size(created.bytes)} sent for them`,
  ].join(", ");
  const rows = [...plan.operations]
    .sort((one, other) => other.requests - one.requests)
    .map(({ id, requests }) => [`  ${id}`, thousands(requests).padStart(8)]);
  return [
    `A ${plan.budget} run against ${name} would send about ${counted(plan.requests, "request")} and leave behind:`,
    `  ${left}`,
    "",
    `Never more than ${counted(bounds.requests, "request")} and ${counted(bounds.tasks, "task")}. It would try ${must.tried} MUST${must.skipped > 0 ? ` and skip ${must.skipped}` : ""}.`,
    ...(missingFixtures.length === 0 ? [] : [`Skipped for want of: ${missingFixtures.join(", ")}`]),
    "",
    table(rows),
    "Foretold by a rehearsal against the bundled fake; nothing was sent to the target. Waiting for an index, refusals for",
    "load and the shrinking of failures come on top.",
    "",
  ].join("\n");
}

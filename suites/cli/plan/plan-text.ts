import { counted, size, thousands } from "../../../spec/format-text.ts";
import type { Report } from "../../../spec/report.ts";
import { BUDGETS } from "../../index.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import { table } from "../core/table.ts";
import type { Rehearsal } from "./rehearse.ts";

/** The requests and resources of a planned run. */
export interface Plan {
  readonly target: string;
  readonly seed: number;
  readonly budget: Report["run"]["budget"];
  readonly requests: number;
  readonly created: Report["run"]["created"];
  readonly operations: readonly { readonly id: string; readonly requests: number }[];
  /** The fixtures that it would use up: setup or a person must replace them before the next run. */
  readonly consumes: { readonly challengeTokens: number; readonly smallPlanTasks: number };
  /** The number of such runs in a month, by the task allowance of the plan; null if a run creates no tasks. */
  readonly runsPerMonth: readonly { readonly tasks: number; readonly runs: number | null }[];
  /** Upper bounds of the budget and the target file: never passed. */
  readonly bounds: { readonly requests: number; readonly tasks: number };
  /** MUST requirements that the run would try, and those that it would skip. */
  readonly must: { readonly tried: number; readonly skipped: number };
  readonly missingFixtures: readonly string[];
}

/** Monthly task allowances in the page, since the contract does not state the allowance of a plan. */
const ALLOWANCES = [1_000, 10_000, 100_000];
/** The requirement whose checks use up the plan with few remaining tasks. */
const USES_SMALL_PLAN = "tasks.plan.counts";

/** Returns the estimate from a rehearsal. */
export function planOf({ report, challengeTokens }: Rehearsal, target: ResolvedTarget): Plan {
  const { run, summary, coverage, requirements } = report;
  const usesSmallPlan = requirements.some(({ id, verdict }) => id === USES_SMALL_PLAN && verdict !== "skip");
  const smallPlanTasks = usesSmallPlan ? (target.fixtures.smallPlan?.remaining ?? 0) : 0;
  const { tasks } = run.created;
  const operations = coverage.operations.filter(({ requests }) => requests > 0);
  return {
    target: target.baseUrl,
    budget: run.budget,
    seed: run.seed,
    requests: run.requests,
    created: run.created,
    operations: operations.map(({ id, requests }) => ({ id, requests })),
    consumes: { challengeTokens, smallPlanTasks },
    runsPerMonth: ALLOWANCES.map((allowed) => ({
      tasks: allowed,
      runs: tasks === 0 ? null : Math.floor(allowed / tasks),
    })),
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

/** Returns the plan as text. */
export function planText(plan: Plan, name: string): string {
  const { created, bounds, must, missingFixtures } = plan;
  const left = [
    counted(created.tasks, "task"),
    counted(created.messages, "message"),
    counted(created.memories, "memory", "memories"),
    `${counted(created.uploads, "upload")}; data sent: ${size(created.bytes)}`,
  ].join(", ");
  const rows = [...plan.operations]
    .sort((one, other) => other.requests - one.requests)
    .map(({ id, requests }) => [`  ${id}`, thousands(requests).padStart(8)]);
  return [
    `A ${plan.budget} run with seed ${plan.seed} against ${name} would send about ${counted(plan.requests, "request")} and leave behind:`,
    `  ${left}`,
    ...consumedLines(plan),
    "",
    `Never more than ${counted(bounds.requests, "request")} and ${counted(bounds.tasks, "task")}. It would try ${must.tried} MUST${must.skipped > 0 ? ` and skip ${must.skipped}` : ""}.`,
    ...(missingFixtures.length === 0 ? [] : [`Skipped, as the target file lacks: ${missingFixtures.join(", ")}`]),
    "",
    table(rows),
    "Estimated by a rehearsal against the bundled fake; nothing was sent to the target. Polling of an index, retries under a",
    "rate limit and the shrinking of failures come on top.",
    "",
  ].join("\n");
}

/**
 * Returns lines on the fixtures that the next run needs again, and on how many runs the monthly task allowance covers.
 */
function consumedLines({ consumes, runsPerMonth }: Plan): string[] {
  const { challengeTokens, smallPlanTasks } = consumes;
  const used = [
    ...(challengeTokens === 0 ? [] : [counted(challengeTokens, "challenge token")]),
    ...(smallPlanTasks === 0 ? [] : [`the ${counted(smallPlanTasks, "task")} of smallPlan`]),
  ];
  const rows = runsPerMonth.flatMap(({ tasks, runs }) =>
    runs === null ? [] : [`  A plan of ${thousands(tasks)} tasks a month allows ${counted(runs, "such run")}.`],
  );
  return [
    ...(used.length === 0 ? [] : [`It uses up ${used.join(" and ")}; provide new ones before the next run (setup).`]),
    ...(rows.length === 0 ? [] : ["How often it may run:", ...rows]),
  ];
}

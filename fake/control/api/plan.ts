import { startMonth } from "../../features/tasks/allowance.ts";
import type { Plan } from "../../workspace.ts";
import { integer, object } from "../json-schema.ts";
import { check } from "../validation.ts";
import type { Place } from "./lookup.ts";

/** Schema of {@link changePlan}'s changes. */
export const PLAN_CHANGES = object({
  monthlyTasks: integer("Tasks that may be made in a month", 0),
  used: integer("Tasks made this month", 0),
  maxFileBytes: integer("Largest file, in bytes", 0),
});

/** A plan with the remaining tasks of its month. */
export type PlanView = Readonly<Plan> & { readonly remaining: number };

/** Returns the workspace's plan at this moment. */
export function planView({ service, workspace }: Place): PlanView {
  const { plan } = workspace;
  startMonth(plan, service.clock.now());
  return { ...plan, remaining: Math.max(0, plan.monthlyTasks - plan.used) };
}

/**
 * Changes numbers of the plan.
 *
 * @throws ControlProblem `invalid_input` for an invalid number.
 */
export function changePlan(
  place: Place,
  changes: Partial<Pick<Plan, "monthlyTasks" | "used" | "maxFileBytes">>,
): PlanView {
  check(PLAN_CHANGES, changes, "changes");
  planView(place);
  Object.assign(place.workspace.plan, changes);
  return planView(place);
}

const LARGER = 10;

/** Upgrades the plan to ten times the allowance, or to the given one. */
export function upgradePlan(place: Place, monthlyTasks?: number): PlanView {
  const now = place.workspace.plan.monthlyTasks;
  return changePlan(place, { monthlyTasks: monthlyTasks ?? Math.max(now, 1) * LARGER });
}

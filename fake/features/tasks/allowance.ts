import { rejection } from "../../rejection.ts";
import type { RuledCaller } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { Plan } from "../../workspace.ts";

/** Counts one task against the plan's month, or rejects it when the month's allowance is used up. */
export function takeAllowance(caller: RuledCaller): void {
  const { plan } = caller.workspace;
  startMonth(plan, caller.now);
  if (!caller.rules.tasks.withinAllowance(plan.used, plan.monthlyTasks)) {
    throw rejection("plan-limit", `The plan's ${plan.monthlyTasks} tasks of this month are used up`, {
      suggestion: "Wait for the next billing period, or upgrade the plan.",
      details: { monthlyTasks: plan.monthlyTasks, used: plan.used, month: plan.month },
    });
  }
  plan.used += 1;
}

/** Starts counting again when another month (UTC) has begun; true when it has. */
export function startMonth(plan: Plan, now: number): boolean {
  const month = isoInstant(now).slice(0, 7);
  if (month === plan.month) return false;
  plan.month = month;
  plan.used = 0;
  return true;
}

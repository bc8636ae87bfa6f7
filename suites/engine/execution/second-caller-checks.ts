import type { Fixtures } from "../../../spec/target-file.ts";
import { hasFixture } from "../../target/fixtures.ts";
import type { Check, RunContext, Suite } from "../check/check.ts";
import { BUDGETS } from "../check/options.ts";
import { anotherMark } from "../check/run-mark.ts";

/**
 * Areas whose behaviour depends on the calling agent. The rest is the same for all agents or has its own checks per
 * agent.
 */
const AREAS = ["messages", "files", "memories", "recall", "consistency"];
const TASK_AREAS = ["tasks", "events"];

/**
 * Returns the run context of the other agent: its key, its channel, the fixtures that both can use, and its own mark.
 * Null if the target names no such agent or the run does not repeat checks.
 */
export function secondCallerContext(context: RunContext): RunContext | null {
  const { target, budget, readOnly } = context;
  const { agent, otherAgent, scope, user, otherWorkspace } = target.fixtures;
  if (BUDGETS[budget].asAnother === "nothing" || readOnly) return null;
  if (otherAgent?.apiKey === undefined || otherAgent.id === undefined) return null;
  const fixtures: Fixtures = {
    agent: { id: otherAgent.id },
    ...(otherAgent.channel === undefined ? {} : { memberChannel: otherAgent.channel }),
    otherAgent: { apiKey: target.apiKey, ...(agent?.id === undefined ? {} : { id: agent.id }) },
    ...(scope === undefined ? {} : { scope }),
    ...(user === undefined ? {} : { user }),
    ...(otherWorkspace === undefined ? {} : { otherWorkspace }),
  };
  return {
    ...context,
    target: { ...target, apiKey: otherAgent.apiKey, fixtures },
    mark: anotherMark(context.mark, context.document),
  };
}

/** Returns the checks that a run repeats as the other agent: those for which it has all fixtures. */
export function checksOfSecondCaller(context: RunContext, suites: readonly Suite[]): Check[] {
  const mayCreateTasks = BUDGETS[context.budget].asAnother === "tasks too";
  const areas = mayCreateTasks ? [...AREAS, ...TASK_AREAS] : AREAS;
  return suites
    .flatMap((suite) => suite.checks(context))
    .filter(
      ({
        requirement,
        operations,
        fixtures,
        waitsForTime,
        runsLate,
        judgesTraffic,
        isCostly,
        reusesResponses,
        isAdditional,
        isStimulus,
      }) =>
        areas.includes(requirement.split(".", 1)[0] ?? "") &&
        (mayCreateTasks || !operations.includes("create-task")) &&
        ![waitsForTime, runsLate, judgesTraffic, isCostly, reusesResponses, isAdditional, isStimulus].includes(true) &&
        fixtures.every((path) => hasFixture(context.target.fixtures, path)),
    )
    .map((check) => ({ ...check, name: `${check.name}, as another agent`, asAnother: true }));
}

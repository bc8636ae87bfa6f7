import type { RunContext } from "../engine/check/check.ts";
import { type Level, REPETITIONS, type StimulusFactor } from "./table.ts";

/** Returns the factor of the caller: the run's own agent, or the other agent of its workspace. */
export function callerFactor({ target }: RunContext): StimulusFactor {
  const { apiKey } = target.fixtures.otherAgent ?? {};
  const own: Level = { name: "the caller", isFit: ({ isOfOther }) => !isOfOther };
  const other: Level =
    apiKey === undefined
      ? { name: "another agent", missingFixture: "otherAgent.apiKey" }
      : { name: "another agent", isFit: ({ isOfOther }) => isOfOther, options: { apiKey } };
  return { name: "caller", levels: [own, other] };
}

/**
 * Returns the factor of how often and by whom a request is read: a response that is cached for the wrong caller shows
 * if both agents read it.
 */
export function repetitionFactor({ target }: RunContext): StimulusFactor {
  const hasOtherAgent = target.fixtures.otherAgent?.apiKey !== undefined;
  const byBoth = {
    name: "by both agents",
    ...(hasOtherAgent ? { isSentByBoth: true } : { missingFixture: "otherAgent.apiKey" }),
  };
  return { ...REPETITIONS, levels: [...REPETITIONS.levels, byBoth] };
}

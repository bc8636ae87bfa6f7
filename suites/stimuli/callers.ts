import type { RunContext } from "../engine/check/check.ts";
import { type Level, SENDINGS, type StimulusFactor } from "./table.ts";

/** Returns the factor of the caller: the run's own agent, or the other agent of its workspace. */
export function callers({ target }: RunContext): StimulusFactor {
  const { apiKey } = target.fixtures.otherAgent ?? {};
  const own: Level = { name: "the caller", fits: ({ isOfOther }) => !isOfOther };
  const other: Level =
    apiKey === undefined
      ? { name: "another agent", lacks: "otherAgent.apiKey" }
      : { name: "another agent", fits: ({ isOfOther }) => isOfOther, options: { apiKey } };
  return { name: "caller", levels: [own, other] };
}

/**
 * Returns the factor of how often and by whom a request is read: a response that is cached for the wrong caller shows
 * if both agents read it.
 */
export function readings({ target }: RunContext): StimulusFactor {
  const isThere = target.fixtures.otherAgent?.apiKey !== undefined;
  const byBoth = { name: "by both agents", ...(isThere ? { isByBoth: true } : { lacks: "otherAgent.apiKey" }) };
  return { ...SENDINGS, levels: [...SENDINGS.levels, byBoth] };
}

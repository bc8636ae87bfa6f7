import type { RunContext } from "../engine/check/check.ts";
import type { Level, StimulusFactor } from "./table.ts";

/** Who sends a request: the caller itself, or the other agent of its workspace. */
export function callers({ target }: RunContext): StimulusFactor {
  const { apiKey } = target.fixtures.otherAgent ?? {};
  const own: Level = { name: "the caller", fits: ({ isOfOther }) => !isOfOther };
  const other: Level =
    apiKey === undefined
      ? { name: "another agent", lacks: "otherAgent.apiKey" }
      : { name: "another agent", fits: ({ isOfOther }) => isOfOther, options: { apiKey } };
  return { name: "caller", levels: [own, other] };
}

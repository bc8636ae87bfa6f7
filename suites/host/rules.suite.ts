import { setImmediate as otherEvents } from "node:timers/promises";
import { ALL_RESPONSES_SUFFIX } from "../../spec/all-responses.ts";
import { defineCheck } from "../behaviour/define-check.ts";
import { Inconclusive } from "../client/inconclusive.ts";
import type { Check, CheckContext, Suite } from "../engine/check/check.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { NAME_NOT_STATED, NotApplicable } from "../outcome/skipped.ts";
import type { Rule } from "../rules/rule.ts";
import { RULES } from "../rules/rules.ts";
import { channelEnds, channelWalks } from "../stimuli/channel-walks.ts";
import { longMemoryWalk } from "../stimuli/long-memory-walk.ts";
import { ownTasksListed } from "../stimuli/own-tasks-listed.ts";

/**
 * The rules that judge all traffic of a run, whatever check sent it, and the requests that read the created resources
 * again.
 */
export const rulesSuite: Suite = {
  judgedOperations: (selected) =>
    RULES.flatMap(({ requirement, operations }) => (selected(requirement) ? operations : [])),
  checks: () => [ownTasksListed(), longMemoryWalk(), channelWalks(), channelEnds(), ...RULES.map(asCheck)],
};

/** Returns a rule as a check of a run, after all checks that send requests. */
export function asCheck({ requirement, name, operations, fixtures = [], isAdditional = false, judge }: Rule): Check {
  return defineCheck(
    {
      requirement,
      name: `${name}${ALL_RESPONSES_SUFFIX}`,
      operations,
      fixtures,
      writes: false,
      judgesTraffic: true,
      isAdditional,
    },
    async (check) => {
      // Judging the complete history takes a while, so interrupts are handled between two rules.
      await otherEvents();
      const witnesses = judgeAll(knowledgeOf(check), judge);
      check.asserted(witnesses);
      if (witnesses === 0)
        throw new NotApplicable(`no response of the run contains a case to judge${unnamed(check, operations)}`);
    },
  );
}

/** Returns a note on parameter names that the target file declares as unknown, so that no request used them. */
function unnamed({ context }: CheckContext, operations: readonly string[]): string {
  const unknown = context.operations.flatMap(({ id, parameters }) =>
    parameters.flatMap(({ role, nameUnknown }) =>
      nameUnknown && operations.includes(id) ? [`contract.parameters.${id}.${role}`] : [],
    ),
  );
  return unknown.length === 0 ? "" : `; ${NAME_NOT_STATED} ${unknown.join(", ")}`;
}

/** Returns the knowledge of a check on the run, without the means to send anything. */
function knowledgeOf({ context, history, settlingMs }: CheckContext): Knowledge {
  return { context, history, settlingMs };
}

/**
 * Judges all traffic. A failure that blocks the rule makes it not applicable, since a monitor has reported that
 * failure.
 */
function judgeAll(knowledge: Knowledge, judge: Rule["judge"]): number {
  try {
    return judge(knowledge);
  } catch (error) {
    throw error instanceof Inconclusive ? new NotApplicable(error.message) : error;
  }
}

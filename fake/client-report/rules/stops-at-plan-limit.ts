import type { JournalEntry } from "../../control/journal/entry.ts";
import { isReaction, nameOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** A client creates no more tasks after the plan's limit is reached. */
export const stopsAtPlanLimit: ClientRule = {
  id: "stops-at-plan-limit",
  severity: "warning",
  title: "Creates no further tasks after plan_limit_reached in the same month",
  clause: {
    section: "create-task",
    text: "When the allowance is used up, the error code is `plan_limit_reached`.",
  },
  remedy: "Keep what is to be created, and go on after the next billing period has begun or the plan was upgraded.",
  isFallback: true,
  judge: ({ clients }) => {
    const limited = clients.map((client) => client.filter(({ code }) => code === "plan_limit_reached"));
    return {
      judged: limited.filter((own) => own.length > 0).length,
      violations: limited
        .flatMap((own) => repeatsOf(own))
        .map(({ first, again }) => ({
          cause: "plan_limit_reached",
          message: `${nameOf(again)} met the limit that ${nameOf(first)} had met in the same month`,
          exchanges: [first, again],
        })),
    };
  },
};

function repeatsOf(limited: readonly JournalEntry[]) {
  return limited.flatMap((again, index) => {
    const first = limited.slice(0, index).find((each) => isReaction(again, each) && monthOf(each) === monthOf(again));
    return first === undefined ? [] : [{ first, again }];
  });
}

function monthOf({ time }: JournalEntry): string {
  return time.slice(0, 7);
}

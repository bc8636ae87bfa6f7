import { askedFor, granted, isTold, thingsAt } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { FIELD_FILTERS, givenFilters, type Wanted } from "../models/task-filters.ts";
import { expectThat } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { valueAt } from "../verifiers/read.ts";
import { FILTER_REQUIREMENTS } from "../views/task-filters.ts";
import type { Rule } from "./rule.ts";

const TOGETHER = "tasks.list.combined";

/** A task that is bound to no channel is in no list of one. */
export const listedRules: readonly Rule[] = [
  ...[FILTER_REQUIREMENTS.channel, TOGETHER].map((requirement) => ({
    requirement,
    name: "no task without a channel by one",
    operations: ["list-tasks", "create-task"],
    judge: (knowledge: Knowledge) => judgeUnbound(knowledge, requirement),
  })),
];

/** Where the tasks that are bound show their channel, one that shows none is bound to none: no channel lists it. */
function judgeUnbound(knowledge: Knowledge, requirement: string): number {
  if (!isTold(knowledge)) return 0;
  const made = granted(knowledge, "create-task").filter(({ isOwn }) => isOwn);
  const shownOf = ({ exchange }: Past) => valueAt(exchange, "/data/channelId") ?? null;
  const bound = made.filter((past) => askedFor(past, "channelId") !== undefined);
  if (bound.length === 0 || bound.some((past) => shownOf(past) !== askedFor(past, "channelId"))) return 0;
  const unbound = new Set(
    made
      .filter((past) => askedFor(past, "channelId") === undefined && shownOf(past) === null)
      .map(({ exchange }) => valueAt(exchange, "/data/id")),
  );
  let judged = 0;
  for (const past of granted(knowledge, "list-tasks").filter(({ isOwn }) => isOwn)) {
    const wanted = wantedOf(past);
    if (wanted.channel === undefined || requirementOf(past, wanted) !== requirement) continue;
    for (const { value, pointer } of thingsAt(past, "/data")) {
      judged += 1;
      judging([past.exchange], () =>
        expectThat(!unbound.has(value.id) || (value.channelId ?? null) !== null, {
          message: "a listing filtered by channel must show no task that is bound to none",
          expected: "tasks of the channel",
          actual: `the task ${String(value.id)}, made without a channel`,
          pointer,
          keyword: "unbound",
        }),
      );
    }
  }
  return judged;
}

/** The values of the filters that were asked for. */
export function wantedOf(past: Past): Wanted {
  return Object.fromEntries(
    FIELD_FILTERS.flatMap((role) => {
      const value = askedFor(past, role);
      return typeof value === "string" && value.trim() !== "" ? [[role, value]] : [];
    }),
  );
}

function requirementOf(past: Past, wanted: Wanted): string | null {
  const [only, second] = givenFilters(wanted);
  if (only === undefined) return null;
  return second !== undefined || askedFor(past, "text") !== undefined ? TOGETHER : FILTER_REQUIREMENTS[only];
}

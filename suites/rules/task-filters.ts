import { askedFor, granted, isTold, thingsAt } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { parameterSchema } from "../models/document-facts.ts";
import { contradicted, FIELD_FILTERS, givenFilters, type Wanted } from "../models/task-filters.ts";
import { expectThat } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { valueAt } from "../verifiers/read.ts";
import { FILTER_REQUIREMENTS } from "../views/task-filters.ts";
import type { Rule } from "./rule.ts";

const TOGETHER = "tasks.list.combined";

/** Tasks of the run that nobody has moved are in no list that a filter keeps them out of. */
export const listedRules: readonly Rule[] = [
  ...[...Object.values(FILTER_REQUIREMENTS), TOGETHER].map((requirement) => ({
    requirement,
    name: "tasks that show what was asked for",
    operations: ["list-tasks"],
    judge: (knowledge: Knowledge) => judgeListed(knowledge, requirement),
  })),
  ...[FILTER_REQUIREMENTS.channel, TOGETHER].map((requirement) => ({
    requirement,
    name: "no task without a channel by one",
    operations: ["list-tasks", "create-task"],
    judge: (knowledge: Knowledge) => judgeUnbound(knowledge, requirement),
  })),
];

function judgeListed(knowledge: Knowledge, requirement: string): number {
  if (!isTold(knowledge)) return 0;
  const still = tasksAtRest(knowledge);
  let judged = 0;
  for (const past of granted(knowledge, "list-tasks")) {
    const wanted = wantedOf(past);
    if (requirementOf(past, wanted) !== requirement || !isOfTheirEnums(knowledge, wanted)) continue;
    for (const { value, pointer } of thingsAt(past, "/data")) {
      if (typeof value.id !== "string" || !still.has(value.id)) continue;
      const wrong = contradicted(value, wanted);
      judged += 1;
      judging([past.exchange], () =>
        expectThat(wrong === null, () => ({
          message: `a listing filtered by ${givenFilters(wanted).join(" and ")} must show no other tasks`,
          expected: JSON.stringify(wanted),
          actual: `${wrong?.field} ${JSON.stringify(wrong?.actual ?? null)}`,
          pointer,
          keyword: "unwanted",
        })),
      );
    }
  }
  return judged;
}

/** A value that is none of those listed has to be refused: that it was taken is another finding, whatever is listed by it. */
function isOfTheirEnums({ world }: Knowledge, wanted: Wanted): boolean {
  return givenFilters(wanted).every((role) => {
    const listed = parameterSchema(world.document, "list-tasks", role)?.enum;
    return !Array.isArray(listed) || listed.includes(wanted[role] ?? null);
  });
}

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

/** What was made and never moved: a listing may catch up late with what was. */
function tasksAtRest(knowledge: Knowledge): ReadonlySet<string> {
  const moved = ["block-task", "release-task"].flatMap((operation) =>
    knowledge.history(operation).map((past) => askedFor(past, "taskId")),
  );
  const made = granted(knowledge, "create-task").map(({ exchange }) => valueAt(exchange, "/data/id"));
  return new Set(made.filter((id) => typeof id === "string").filter((id) => !moved.includes(id)));
}

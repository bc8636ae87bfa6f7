import { granted } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isCutOff } from "../verifiers/history-cutoff.ts";
import { BESIDE, expectSaid } from "../verifiers/pagination.ts";
import { valueAt } from "../verifiers/read.ts";
import type { Rule } from "./rule.ts";

/** Whether there is more is told twice by a page of messages that has a pagination: the same each time. */
export const paginatedRules: readonly Rule[] = [
  {
    requirement: "pagination.agrees",
    name: "a page of messages has the same hasMore in its meta as in its data",
    operations: ["get-messages"],
    judge: judgePages,
  },
];

function judgePages(knowledge: Knowledge): number {
  const pages = granted(knowledge, "get-messages").filter(({ exchange }) => !isCutOff({ exchange }));
  return pages.filter(({ exchange }) => expectSaid(exchange, valueAt(exchange, "/data/hasMore"), BESIDE)).length;
}

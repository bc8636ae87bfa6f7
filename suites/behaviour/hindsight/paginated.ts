import type { CheckContext } from "../../engine/check/check.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { valueAt } from "../../verifiers/read.ts";
import { isCutOff } from "../messages/no-more.ts";
import { granted, type Rule } from "./rule.ts";

/** Whether there is more is told twice by a page of messages that has a pagination: the same each time. */
export const paginatedRules: readonly Rule[] = [
  {
    requirement: "pagination.agrees",
    name: "a page of messages says in its meta whether there is more, as beside them",
    operations: ["get-messages"],
    judge: judgePages,
  },
];

const TOLD = "/meta/pagination/hasMore";

function judgePages(check: CheckContext): number {
  let judged = 0;
  for (const { exchange } of granted(check, "get-messages")) {
    const more = valueAt(exchange, "/data/hasMore");
    if (typeof more !== "boolean" || typeof valueAt(exchange, TOLD) !== "boolean" || isCutOff({ exchange })) continue;
    judged += 1;
    const why = "the hasMore of a pagination should agree with the hasMore of the messages beside it";
    judging([exchange], () => expectEqual(exchange, TOLD, more, why));
  }
  return judged;
}

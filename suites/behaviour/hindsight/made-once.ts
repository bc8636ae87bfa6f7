import type { CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { valueAt } from "../../verifiers/read.ts";
import { instantOf, ROUNDING_MS } from "../instant.ts";
import { askedFor, granted, onceById, type Rule, thingsAt } from "./rule.ts";

/** Whatever is done with a task, and whatever it is made with, there is one of it. */
export const madeOnceRules: readonly Rule[] = [
  {
    requirement: "consistency.made-once",
    name: "no second task with a title that was asked for once",
    operations: ["create-task", "list-tasks"],
    judge: judgeTitles,
  },
];

/** More than a coarse clock takes off a time: what an earlier run has made with that title is far older. */
const SECOND_MS = 1_000;

function judgeTitles(check: CheckContext): number {
  // A title that was asked for twice may be there twice, and what is sent again after a 503 too.
  const asked = onceById(check.history("create-task"), (past) => askedFor(past, "title"));
  const made = new Map(
    granted(check, "create-task").flatMap((past) => {
      const title = askedFor(past, "title");
      const isSure = typeof title === "string" && asked.get(title) !== null && past.exchange.mayBeSecond !== true;
      return isSure ? [[title, past.exchange] as const] : [];
    }),
  );
  let judged = 0;
  for (const past of granted(check, "list-tasks")) {
    for (const { value, pointer } of thingsAt(past, "/data")) {
      const answer = typeof value.title === "string" ? made.get(value.title) : undefined;
      if (answer === undefined || typeof value.id !== "string") continue;
      const id = valueAt(answer, "/data/id");
      const since = instantOf(valueAt(answer, "/data/createdAt")) - SECOND_MS - ROUNDING_MS;
      if (typeof id !== "string" || !(instantOf(value.createdAt) >= since)) continue;
      judged += 1;
      judging([answer, past.exchange], () =>
        expectThat(value.id === id, {
          message: "one request must make one task, whatever is done with it then",
          expected: `the task ${id} alone with its title`,
          actual: `the task ${String(value.id)} with the same`,
          pointer,
          keyword: "copies",
        }),
      );
    }
  }
  return judged;
}

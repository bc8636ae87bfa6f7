import type { Check } from "../../engine/check/check.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { expectDataIs, sentMember } from "../response-data.ts";

/** The data of a response is the task itself. */
export function answerChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "tasks.create.answer",
        name: "the data is a task, with an id of its own",
        operations: ["create-task"],
      },
      async (check) => {
        const { exchange } = await check.baseline("create-task");
        check.asserted();
        judging([exchange], () => expectDataIs(exchange, "created task"));
      },
    ),
    ...(["block", "release"] as const).map((done) =>
      defineCheck(
        {
          requirement: `tasks.${done}.answer`,
          name: "the data is the task that was named",
          operations: [`${done}-task`],
        },
        async (check) => {
          const { exchange } = await check.baseline(`${done}-task`);
          const what = done === "block" ? "blocked task" : "released task";
          check.asserted();
          judging([exchange], () => expectDataIs(exchange, what, sentMember(exchange, "taskId")));
        },
      ),
    ),
  ];
}

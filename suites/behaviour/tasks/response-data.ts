import type { Check } from "../../engine/check/check.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { expectDataIs, sentMember } from "../response-data.ts";

/** Checks that the data of a response is the task itself. */
export function responseDataChecks(): Check[] {
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
        withEvidence([exchange], () => expectDataIs(exchange, "created task"));
      },
    ),
    ...(["block", "release"] as const).map((change) =>
      defineCheck(
        {
          requirement: `tasks.${change}.answer`,
          name: "the data is the task that the request names",
          operations: [`${change}-task`],
        },
        async (check) => {
          const { exchange } = await check.baseline(`${change}-task`);
          const what = change === "block" ? "blocked task" : "released task";
          check.asserted();
          withEvidence([exchange], () => expectDataIs(exchange, what, sentMember(exchange, "taskId")));
        },
      ),
    ),
  ];
}

import { asObject } from "../../../spec/json.ts";
import type { Check } from "../../engine/check/check.ts";
import { valueAt } from "../../verifiers/read.ts";
import { expectSame } from "../../verifiers/same-resource.ts";
import { defineCheck } from "../define-check.ts";
import { needListed } from "../tasks/listing.ts";
import { createTask } from "../tasks/requests.ts";
import { fieldsOf } from "./sameness.ts";

/** What a task is does not depend on who looks at it. */
export function otherEyesChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "consistency.task-views",
        name: "a task is the same in the response to its creator and in the listing of its assignee",
        operations: ["create-task", "list-tasks"],
        fixtures: ["otherAgent.apiKey", "otherAgent.id"],
      },
      async (check) => {
        const { apiKey = "", id = "" } = check.world.target.fixtures.otherAgent ?? {};
        const description = "Seen by its maker and by its **assignee**, as it was WRITTEN: Äußerst ЖЗ, 文字";
        const task = await createTask(check, "seen by two agents", { assigneeAgentId: id, description });
        const fields = fieldsOf(check.world.document, "Task");
        const answered = valueAt(task.answer, "/data");
        const made = { exchange: task.answer, pointer: "/data", value: asObject(answered) };
        await check.eventually(async () => {
          const { exchange, pointer, task: value } = await needListed(check, task, { apiKey });
          expectSame(check, "Task", fields, made, { exchange, pointer, value });
        });
      },
    ),
  ];
}

import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check } from "../../engine/check/check.ts";
import { stringAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { list, needListed } from "../tasks/listing.ts";
import { blockTask, createTask } from "../tasks/requests.ts";
import { expectOneCopy } from "./copies.ts";

/** What stands below another task is one task as well, and stays one when it is blocked. */
export function oneOfIt(): Check {
  return defineCheck(
    {
      requirement: "consistency.made-once",
      name: "a sub-task, and a task that is blocked, exists once",
      operations: ["create-task", "block-task", "list-tasks"],
    },
    async (check) => {
      const parentTaskId = stringAt((await check.baseline("create-task")).exchange, "/data/id");
      const task =
        (await tryOrNull(() => createTask(check, "one below another", { parentTaskId }))) ??
        (await createTask(check, "one that is blocked"));
      // From which statuses a task can be blocked is open: one that is rejected leaves the task as it was.
      await tryOrNull(() => blockTask(check, task.id, "To see that there is one of it"));
      if (task.answer.mayBeSecond === true) return;
      await orNotApplicable(() => needListed(check, task));
      await check.throughout(async () => {
        const { tasks } = await list(check, { text: task.word });
        const copies = new Set(tasks.filter(({ title }) => title === task.asked.title).map(({ id }) => id)).size;
        if (copies > 0) check.asserted();
        expectOneCopy(copies, "task", "title", "/data");
      });
    },
  );
}

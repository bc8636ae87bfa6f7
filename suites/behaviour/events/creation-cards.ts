import type { Check } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { createTask } from "../tasks/requests.ts";
import { sendAnchor, withUrgentRequests } from "./channel-feed.ts";
import { requireNoPossibleCard } from "./possible-cards.ts";
import { namesOf, searchForCard } from "./task-lifecycles.ts";

/** A separate check: if a target posts no card for a creation, this waits as long as a channel may lag. */
export function cardAtCreation(): Check {
  return defineCheck(
    {
      requirement: "events.card-at-creation",
      name: "a bound task is named in its channel when it is created",
      operations: ["create-task", "get-messages"],
      fixtures: ["memberChannel"],
      isCostly: true,
    },
    async (baseCheck) => {
      await baseCheck.baseline("create-task");
      const check = withUrgentRequests(baseCheck);
      const { memberChannel: channelId = "" } = check.context.target.fixtures;
      const anchor = await sendAnchor(check, channelId);
      const task = await createTask(check, "a card at its creation", { channelId });
      const { hasCard, pages } = await searchForCard(check, anchor, namesOf(task));
      if (!hasCard) requireNoPossibleCard(check, pages);
      check.asserted();
      withEvidence([task.response, ...pages], () =>
        expectThat(hasCard, {
          message: "creating a task that is bound to a channel should post a card there",
          expected: "a message that names the task by id, identifier or title",
          actual: "no such message",
          keyword: "missing",
        }),
      );
    },
  );
}

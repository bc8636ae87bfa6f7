import type { Check } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { createTask } from "../tasks/requests.ts";
import { dropAnchor, inOneGo } from "./channel-feed.ts";
import { lookForCard, namesOf } from "./lifecycle.ts";
import { requireNamed } from "./unnamed.ts";

/** A separate check: if a target posts no card for a creation, this waits as long as a channel may lag. */
export function cardAtCreation(): Check {
  return defineCheck(
    {
      requirement: "events.card-at-creation",
      name: "a bound task is named in its channel when it is created",
      operations: ["create-task", "get-messages"],
      fixtures: ["memberChannel"],
      costly: true,
    },
    async (asked) => {
      await asked.baseline("create-task");
      const check = inOneGo(asked);
      const { memberChannel: channelId = "" } = check.context.target.fixtures;
      const anchor = await dropAnchor(check, channelId);
      const task = await createTask(check, "a card at its creation", { channelId });
      const { card, read } = await lookForCard(check, anchor, namesOf(task));
      if (!card) requireNamed(check, read);
      check.asserted();
      judging([task.response, ...read], () =>
        expectThat(card, {
          message: "creating a task that is bound to a channel should post a card there",
          expected: "a message that names the task by id, identifier or title",
          actual: "none",
          keyword: "missing",
        }),
      );
    },
  );
}

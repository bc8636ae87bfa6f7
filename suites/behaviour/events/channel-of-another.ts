import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { mentions } from "../../verifiers/task-mentions.ts";
import { defineCheck } from "../define-check.ts";
import { readPage, URGENT, WIDE } from "../messages/pages.ts";
import { sendMessage } from "../messages/requests.ts";
import { goesBack } from "../messages/steps.ts";
import type { Events } from "./lifecycle.ts";

/** A channel that the caller does not even belong to hears no more of its tasks than its own second one does. */
export function cardsOfAnother(events: (check: CheckContext) => Promise<Events>): Check {
  return defineCheck(
    {
      requirement: "events.card-own-channel",
      name: "a task that is bound to a channel of the caller is named in no channel of another agent",
      operations: ["create-task", "get-messages", "send-message"],
      fixtures: ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.world.target.fixtures.otherAgent ?? {};
      const { bound } = await orNotApplicable(() => events(check));
      const told = bound.filter(({ carded }) => carded.some(({ card }) => card));
      if (told.length === 0) throw new NotApplicable("no card came into the channel of its task");
      if (!(await orNotApplicable(() => goesBack(check))))
        throw new NotApplicable("pages before a message are the oldest ones");
      const options = { apiKey, ...URGENT };
      const later = await orNotApplicable(() =>
        sendMessage(check, "behind what a channel hears", { channelId: channel }, options),
      );
      const { messages, exchange } = await readPage(check, { channel, limit: WIDE, before: later.id }, options);
      check.asserted();
      for (const { names } of told) {
        const place = messages.findIndex((message) => mentions(message, names));
        judging([exchange], () =>
          expectThat(place < 0, {
            message: "the cards of a task must appear in no channel but its own",
            expected: "no message that names the task",
            actual: "a message that names it, in a channel of another agent",
            pointer: `/data/messages/${place}`,
            keyword: "present",
          }),
        );
      }
    },
  );
}

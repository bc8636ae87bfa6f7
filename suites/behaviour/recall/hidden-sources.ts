import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { expectTextAbsent } from "../isolation/leaks.ts";
import { type CreatedMemory, requestUniqueMemory, withListedStatus } from "../memories/claims.ts";
import { requireClosed } from "../messages/channels.ts";
import { sendMessage } from "../messages/requests.ts";
import { requireEventually } from "../preconditions.ts";
import { recall, recallOwn } from "./requests.ts";

/** The contract leaves open who may name a message as a source. Naming it must not reveal its content. */
export function hiddenSourceNotShown(): Check {
  return defineCheck(
    {
      requirement: "recall.permissions.messages",
      name: "a message of a hidden channel is not shown as provenance of a claim of the caller",
      operations: ["recall", "remember"],
      fixtures: ["foreignChannel", "messages.foreign.id", "messages.foreign.word"],
    },
    async (check) => {
      const { id: hidden = "", word = "" } = check.context.target.fixtures.messages?.foreign ?? {};
      const claimed = await requestUniqueMemory(check, "derived from what is hidden", {
        derived_from: [{ id: hidden }],
      });
      if (statusOf(claimed.response) !== 200)
        throw new NotApplicable("a claim cannot be derived from a hidden message");
      await expectSourceNotShown(check, await withListedStatus(check, claimed), word);
    },
  );
}

/** Agents that share a scope need not share the channels that its memories derive from. */
export function otherAgentSourceNotShown(): Check {
  return defineCheck(
    {
      requirement: "recall.permissions.messages",
      name: "a message of another agent's channel is not shown as provenance of its claim in a shared scope",
      operations: ["recall", "remember", "send-message", "get-messages"],
      fixtures: ["scope", "otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { scope = "", otherAgent } = check.context.target.fixtures;
      const { apiKey = "", channel: channelId = "" } = otherAgent ?? {};
      await requireClosed(check, channelId);
      const { id, word } = await orNotApplicable(() =>
        sendMessage(check, "a source of another", { channelId }, { apiKey }),
      );
      const members = { derived_from: [{ id }], scope_id: scope };
      const claimed = await requestUniqueMemory(check, "by another, for both", members, { apiKey });
      if (statusOf(claimed.response) !== 200) throw new NotApplicable("another agent may not write into that scope");
      await expectSourceNotShown(check, await withListedStatus(check, claimed, { apiKey }), word);
    },
  );
}

/** Recalls the claim, once it is found, in every way that shows provenance. Fails if the message is shown. */
async function expectSourceNotShown(
  check: CheckContext,
  { id, requested }: CreatedMemory,
  word: string,
): Promise<void> {
  const query = requested.content ?? null;
  const expand = ["provenance"];
  await orNotApplicable(() =>
    requireEventually(check, "recall.finds", () =>
      recallOwn(check, { query, expand }, id, "the claim is not recalled yet"),
    ),
  );
  const bodies: JsonObject[] = [
    { query, expand },
    { seed_id: id, expand },
  ];
  await check.forEach(bodies, async (body, testCase) => {
    const { exchange } = await recall(testCase, body);
    testCase.asserted();
    const message =
      "no provenance message should show what was written in a channel that the caller does not belong to";
    expectTextAbsent(exchange, word, message, "foreign");
  });
}

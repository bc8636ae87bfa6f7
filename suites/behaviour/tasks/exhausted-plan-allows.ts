import type { Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { requestMessage } from "../messages/requests.ts";

/** Checks of what an agent can still do with an exhausted plan: the limit applies to creating tasks only. */
export function exhaustedPlanAllowsChecks(): Check[] {
  return [allowsListing(), allowsSending()];
}

function allowsListing(): Check {
  return defineCheck(
    {
      requirement: "tasks.list.succeeds",
      name: "an agent of an exhausted plan can list its tasks",
      operations: ["list-tasks"],
      fixtures: ["exhaustedPlan.apiKey"],
      writes: false,
      runsEarly: true,
    },
    async (check) => {
      const { apiKey = "" } = check.context.target.fixtures.exhaustedPlan ?? {};
      const exchange = await check.call("list-tasks", {}, { apiKey });
      expectAccepted(exchange, "a listing by an agent whose plan has no tasks left");
      check.asserted();
    },
  );
}

/** A caller that may bind tasks to a channel may still not be allowed to write into it. */
const NOT_A_MEMBER = "channel_not_member";

function allowsSending(): Check {
  return defineCheck(
    {
      requirement: "messages.send.succeeds",
      name: "an agent of an exhausted plan can send messages",
      operations: ["send-message"],
      fixtures: ["exhaustedPlan.apiKey", "exhaustedPlan.channel"],
      runsEarly: true,
    },
    async (check) => {
      const { apiKey = "", channel: channelId = "" } = check.context.target.fixtures.exhaustedPlan ?? {};
      const read = await check.call("get-messages", { parameters: { channel: channelId } }, { apiKey });
      if (requireResponse(read).status !== 200)
        throw new NotApplicable("the channel of the exhausted plan is not its agent's");
      const content = `${check.context.mark} beyond the plan`;
      const exchange = await requestMessage(check, { channelId, content }, { apiKey });
      if (valueAt(exchange, "/error/code") === NOT_A_MEMBER)
        throw new NotApplicable("it does not belong to that channel");
      expectAccepted(exchange, "a message of an agent whose plan has no tasks left");
      check.asserted();
    },
  );
}

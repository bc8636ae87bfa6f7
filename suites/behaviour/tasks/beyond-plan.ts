import type { Check } from "../../engine/check.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { askToSend } from "../messages/requests.ts";

/** What an exhausted plan leaves to its agents: the allowance is one of tasks made, and of nothing else. */
export function beyondPlanChecks(): Check[] {
  return [stillLists(), stillSends()];
}

function stillLists(): Check {
  return defineCheck(
    {
      requirement: "tasks.list.succeeds",
      name: "an agent of an exhausted plan is listed its tasks",
      operations: ["list-tasks"],
      fixtures: ["exhaustedPlan.apiKey"],
      writes: false,
    },
    async (check) => {
      const { apiKey = "" } = check.world.target.fixtures.exhaustedPlan ?? {};
      const exchange = await check.call("list-tasks", {}, { apiKey });
      expectAccepted(exchange, "a listing by an agent whose plan has no tasks left");
      check.witnessed();
    },
  );
}

function stillSends(): Check {
  return defineCheck(
    {
      requirement: "messages.send.succeeds",
      name: "an agent of an exhausted plan sends into its channel",
      operations: ["send-message"],
      fixtures: ["exhaustedPlan.apiKey", "exhaustedPlan.channel"],
    },
    async (check) => {
      const { apiKey = "", channel: channelId = "" } = check.world.target.fixtures.exhaustedPlan ?? {};
      const exchange = await askToSend(
        check,
        { channelId, content: `${check.world.mark} beyond the plan` },
        { apiKey },
      );
      expectAccepted(exchange, "a message of an agent whose plan has no tasks left");
      check.witnessed();
    },
  );
}

import { asObject, type Json } from "../../../spec/json.ts";
import { type Exchange, jsonOf } from "../../client/exchange.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { LISTS } from "../../models/bootstrap-lists.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";

const FIELDS = {
  operations: ["bootstrap-context"],
  fixtures: ["exhaustedPlan.apiKey"],
  writes: false,
  // One request for both.
  runsEarly: true,
};

/** Checks of the context of an agent that the run creates nothing for: empty lists must be present. */
export function emptyContextChecks(context: RunContext): Check[] {
  const contextOfIdleAgent = once(requestContextOfIdleAgent);
  return withExistingFixtures(context, [emptyListsPresent(contextOfIdleAgent), activityIsText(contextOfIdleAgent)]);
}

type ContextSource = (check: CheckContext) => Promise<Exchange>;

async function requestContextOfIdleAgent(check: CheckContext): Promise<Exchange> {
  const { apiKey = "" } = check.context.target.fixtures.exhaustedPlan ?? {};
  const exchange = await check.call("bootstrap-context", { body: {} }, { apiKey });
  if (requireResponse(exchange).status !== 200)
    throw new NotApplicable("the target requires the agent id, which is not known");
  return exchange;
}

function dataOf(exchange: Exchange) {
  const body = jsonOf(exchange);
  return asObject(asObject(body).data);
}

function emptyListsPresent(contextOfIdleAgent: ContextSource): Check {
  return defineCheck(
    { ...FIELDS, requirement: "bootstrap.answer", name: "the lists are present for an agent with few or no memories" },
    async (check) => {
      const exchange = await contextOfIdleAgent(check);
      for (const name of [...LISTS, "scope_membership"]) {
        const list: Json | undefined = dataOf(exchange)[name];
        check.asserted();
        withEvidence([exchange], () =>
          expectThat(Array.isArray(list), {
            message: `the ${name} of a bootstrap must be a list, even if it is empty`,
            expected: "a list",
            actual: JSON.stringify(list) ?? "nothing",
            pointer: `/data/${name}`,
            keyword: "type",
          }),
        );
      }
    },
  );
}

function activityIsText(contextOfIdleAgent: ContextSource): Check {
  return defineCheck(
    {
      ...FIELDS,
      requirement: "bootstrap.recent-activity",
      name: "the recent activity is a text, even with little activity",
    },
    async (check) => {
      const exchange = await contextOfIdleAgent(check);
      const text = dataOf(exchange).recent_activity;
      check.asserted();
      withEvidence([exchange], () =>
        expectThat(typeof text === "string", {
          message: "the recent activity must be text, even if there is none",
          expected: "a text",
          actual: JSON.stringify(text) ?? "nothing",
          pointer: "/data/recent_activity",
          keyword: "type",
        }),
      );
    },
  );
}

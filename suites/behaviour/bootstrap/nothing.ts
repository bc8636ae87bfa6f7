import { asObject, type Json } from "../../../spec/json.ts";
import { type Exchange, jsonOf } from "../../client/exchange.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { LISTS } from "../../models/bootstrap-lists.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";

const FIELDS = {
  operations: ["bootstrap-context"],
  fixtures: ["exhaustedPlan.apiKey"],
  writes: false,
  // One request for both.
  early: true,
};

/** The context of an agent for which the run does nothing: empty lists must be present. */
export function bootstrapOfNothing(context: RunContext): Check[] {
  const asked = once(askFirst);
  return withExistingFixtures(context, [emptyLists(asked), noActivity(asked)]);
}

type Asking = (check: CheckContext) => Promise<Exchange>;

async function askFirst(check: CheckContext): Promise<Exchange> {
  const { apiKey = "" } = check.context.target.fixtures.exhaustedPlan ?? {};
  const exchange = await check.call("bootstrap-context", { body: {} }, { apiKey });
  if (requireResponse(exchange).status !== 200)
    throw new NotApplicable("an agent has to name itself, and its id is not known");
  return exchange;
}

function dataOf(exchange: Exchange) {
  const body = jsonOf(exchange);
  return asObject(asObject(body).data);
}

function emptyLists(asked: Asking): Check {
  return defineCheck(
    { ...FIELDS, requirement: "bootstrap.answer", name: "an agent with few or no memories gets the lists as well" },
    async (check) => {
      const exchange = await asked(check);
      for (const name of [...LISTS, "scope_membership"]) {
        const list: Json | undefined = dataOf(exchange)[name];
        check.asserted();
        judging([exchange], () =>
          expectThat(Array.isArray(list), {
            message: `the ${name} of a bootstrap must be a list, where there is nothing to list as well`,
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

function noActivity(asked: Asking): Check {
  return defineCheck(
    { ...FIELDS, requirement: "bootstrap.recent-activity", name: "with little activity there is a text as well" },
    async (check) => {
      const exchange = await asked(check);
      const text = dataOf(exchange).recent_activity;
      check.asserted();
      judging([exchange], () =>
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

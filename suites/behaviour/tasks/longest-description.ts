import { asObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { notApplicableWhenSpent, orNotApplicable } from "../../engine/cases/attempt.ts";
import { operationOf } from "../../engine/cases/operation-of.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, statusAndCode } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { sendOutside, wireOf } from "../errors/outside.ts";
import { mistyped } from "../errors/unusual-bodies.ts";
import { needListed } from "./listing.ts";
import { madeOf, tryTask } from "./requests.ts";

/** Longer than the widest column that a store cuts at without a word. */
const LENGTH = 66_000;
const SENTENCE = "and so it goes on. ";
const DESCRIPTION = `A **long** story\n\n${SENTENCE.repeat(LENGTH / SENTENCE.length)}end`;

/** How long a description may be is open; one that is taken is kept. It comes late, as each listing shows it from then on. */
export function longestDescription(): Check {
  return defineCheck(
    {
      requirement: "tasks.create.description",
      name: "a very long description is returned to its end where it is accepted",
      operations: ["create-task", "list-tasks"],
      late: true,
    },
    async (check) => {
      if (!(await takesSize(check))) throw new NotApplicable("a body of this size is rejected");
      const tried = await notApplicableWhenSpent(() =>
        tryTask(check, "described at great length", { description: DESCRIPTION }),
      );
      if (statusOf(tried.answer) !== 200) throw new NotApplicable(`it is rejected with ${statusAndCode(tried.answer)}`);
      const why = "a task created with a long description must be returned with all of it";
      check.asserted();
      judging([tried.answer], () => expectEqual(tried.answer, "/data/description", DESCRIPTION, why));
      const made = madeOf(tried);
      if (made === null) return;
      const { exchange, pointer } = await orNotApplicable(() => needListed(check, made));
      judging([tried.answer, exchange], () => expectEqual(exchange, `${pointer}/description`, DESCRIPTION, why));
    },
  );
}

/**
 * Whether a body of this size comes so far that it is rejected for what it says: what a target makes of larger ones lies
 * outside the contract, and is asked with one of which nothing can come.
 */
async function takesSize(check: CheckContext): Promise<boolean> {
  const request = wireOf(check, operationOf(check.world.document, "create-task"));
  const unusual = asObject(JSON.parse(mistyped(JSON.parse(typeof request.body === "string" ? request.body : "{}"))));
  const body = JSON.stringify({ ...unusual, title: { odd: true }, description: DESCRIPTION });
  return statusOf(await sendOutside(check, { ...request, body })) === 400;
}

import type { InvalidCase, RequestInput } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import { isObject } from "../../spec/json.ts";
import { statusOf } from "../client/exchange.ts";
import { callBroken, callValid } from "../engine/cases/retry-until-usable.ts";
import type { CallOptions, Check, CheckContext, RunContext } from "../engine/check/check.ts";
import { NotApplicable } from "../outcome/skipped.ts";
import { expectInvalid, isRejection, statusesFor } from "./rejection.ts";

/**
 * A rule applies to every caller: the simplest violation of each is tried with the key of another agent, in its own
 * channel.
 */
export function rejectedForSecondCaller(
  context: RunContext,
  operation: Operation,
  rules: ReadonlyMap<string, readonly InvalidCase[]>,
): Check[] {
  const apiKey = context.target.fixtures.otherAgent?.apiKey;
  if (apiKey === undefined) return [];
  return [...rules].flatMap(([requirement, [first]]) =>
    first === undefined ? [] : [toCheck(operation, requirement, first, { apiKey, fresh: true })],
  );
}

function toCheck(operation: Operation, requirement: string, invalid: InvalidCase, options: CallOptions): Check {
  return {
    requirement,
    name: `an invalid ${operation.id} of another agent is rejected as well`,
    operations: [operation.id],
    fixtures: ["otherAgent.apiKey"],
    writes: operation.effect !== "read",
    // Late, when most operations have been called with that key, so it is known whether they are open to it.
    runsLate: true,
    async run(check) {
      if (!(await isServed(check, operation, invalid, options)))
        throw new NotApplicable("the other agent may not use the operation here");
      const exchange = await callBroken(check, inItsChannel(check, invalid.input), statusesFor(invalid), options);
      check.asserted();
      if (!isRejection(exchange)) expectInvalid(exchange, invalid);
    },
  };
}

/** Returns true if the operation is open to the other agent: it was accepted before, or a valid request is. */
async function isServed(check: CheckContext, { id }: Operation, invalid: InvalidCase, options: CallOptions) {
  const known = check
    .history(id)
    .some((entry) => entry.otherKey === options.apiKey && statusOf(entry.exchange) === 200);
  return known || statusOf(await callValid(check, inItsChannel(check, invalid.control), options)) === 200;
}

/** Returns the request in the channel of the other agent, if one is named. */
function inItsChannel({ context }: CheckContext, input: RequestInput): RequestInput {
  const channel = context.target.fixtures.otherAgent?.channel;
  if (channel === undefined) return input;
  const { parameters, body } = input;
  return {
    ...input,
    parameters: typeof parameters.channel === "string" ? { ...parameters, channel } : parameters,
    body: isObject(body) && typeof body.channelId === "string" ? { ...body, channelId: channel } : body,
  };
}

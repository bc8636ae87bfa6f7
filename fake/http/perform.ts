import { isObject } from "../../spec/json.ts";
import { expireDue } from "../features/memories/expiry.ts";
import { Rejection, rejection } from "../rejection.ts";
import type { RuledCaller, Rules } from "../rules.ts";
import type { Service } from "../service.ts";
import type { Call, Reply } from "./call.ts";
import { failure, success } from "./envelope.ts";
import { originOf } from "./exchange-io.ts";
import type { Operation } from "./operation.ts";
import { type Issue, readFields, type Source } from "./read-fields.ts";
import { unknownRoute } from "./unknown-route.ts";

/**
 * Performs a call: checks the key, the rate, the route and the input, and runs the operation. Every outcome is a
 * reply; an unexpected error becomes internal_error.
 */
export function perform(service: Service, rules: Rules, operation: Operation | null, call: Call): Reply {
  try {
    const caller = admit(service, rules, call);
    if (operation === null) throw unknownRoute(call);
    const input = readInput(rules, operation, call);
    expireDue(caller);
    return success(call, operation.answer(caller, input));
  } catch (error) {
    const rejected = error instanceof Rejection ? error : unexpected(error);
    call.rejection = rejected;
    return failure(call, rules, rejected);
  }
}

function admit(service: Service, rules: Rules, call: Call): RuledCaller {
  const { workspace, agent } = rules.auth.identify(service, call);
  const caller = { service, rules, workspace, agent, now: call.at, origin: originOf(service, call.headers) };
  call.caller = caller;
  rules.auth.throttle(caller);
  return caller;
}

/** Returns the input of a call by role. Throws a rejection that names the problems of an invalid one. */
export function readInput(rules: Rules, operation: Operation, call: Call) {
  const fields = rules.inputs[operation.id] ?? operation.fields;
  const issues: Issue[] = [];
  const input = readFields(fields, operation.method === "GET" ? querySource(call) : bodySource(call), issues);
  const first = issues[0];
  if (first === undefined) return input;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  throw rejection("invalid-input", `${first.field} ${first.problem}${more}`, {
    details: { issues },
    suggestion: `Correct ${issues.map((issue) => issue.field).join(", ")} and send the request again.`,
  });
}

function querySource({ query }: Call): Source {
  return {
    place: "query",
    get: (name) => {
      const values = query.getAll(name);
      return values.length > 1 ? values : values[0];
    },
  };
}

function bodySource({ body }: Call): Source {
  if (body.kind === "unreadable") throw rejection("invalid-input", body.problem);
  const value = body.kind === "json" ? body.value : undefined;
  if (!isObject(value)) {
    const got = body.kind === "none" ? "no body" : Array.isArray(value) ? "a list" : JSON.stringify(value).slice(0, 60);
    throw rejection("invalid-input", `The body must be a JSON object, got ${got}`);
  }
  return { place: "body", get: (name) => (Object.hasOwn(value, name) ? value[name] : undefined) };
}

/**
 * Returns the rejection for a defect of the fake itself, which the response states, so that it is not mistaken for a
 * defect of the client.
 */
function unexpected(error: unknown): Rejection {
  const message = error instanceof Error ? error.message : String(error);
  return rejection("internal", `The fake failed: ${message}`, { details: { defect: true } });
}

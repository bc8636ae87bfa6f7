import { isObject, type Json } from "../../spec/json.ts";
import { type Exchange, jsonOf } from "../client/exchange.ts";
import { Inconclusive } from "../client/inconclusive.ts";
import { expectThat } from "../verifiers/expect.ts";

/**
 * Fails unless `data` of a response is the resource itself, not a wrapper, a list or a success message. Violations
 * found by monitors do not block this check: where they report a missing id, this is the cause.
 */
export function expectDataIs(exchange: Exchange, what: string, id: Json = null): void {
  const body = jsonOf(exchange);
  const data = isObject(body) ? body.data : undefined;
  const actual = isObject(data) ? data.id : undefined;
  stopIfIdIsReported(exchange, data);
  expectThat(id === null ? typeof actual === "string" : actual === id, {
    message: `the data of the response must be the ${what}`,
    expected: id === null ? `a ${what} with its id` : `the ${what} ${String(id)}`,
    actual: JSON.stringify(actual === undefined ? (data ?? null) : actual).slice(0, 120),
    pointer: "/data",
    keyword: "thing",
  });
}

/**
 * Throws `Inconclusive` if a monitor reported the id as missing or invalid but the data has a version, so is the
 * resource itself: the violation is the finding then.
 */
function stopIfIdIsReported({ violations }: Exchange, data: Json | undefined): void {
  const violation = violations.find(({ pointer }) => pointer === "/data/id");
  if (violation && isObject(data) && typeof data.version === "number") {
    throw new Inconclusive(`blocked: ${violation.message}`, violation.requirement);
  }
}

/** Returns a member of the request body as it was sent; null if absent. */
export function sentMember({ request }: Exchange, name: string): Json {
  const body: Json = typeof request.body === "string" ? JSON.parse(request.body) : null;
  return isObject(body) ? (body[name] ?? null) : null;
}

import { isObject, type Json } from "../../spec/json.ts";
import { type Exchange, jsonOf } from "../client/exchange.ts";
import { Inconclusive } from "../client/unanswered.ts";
import { expectThat } from "../verifiers/expect.ts";

/**
 * Fails unless the data of a response is the thing itself: not a wrapping around it, not a list, not a word of success.
 * Read without regard to what monitors found: where the id is missing, this is the reason.
 */
export function expectDataIs(exchange: Exchange, what: string, id: Json = null): void {
  const body = jsonOf(exchange);
  const data = isObject(body) ? body.data : undefined;
  const actual = isObject(data) ? data.id : undefined;
  stopWithoutId(exchange, data);
  expectThat(id === null ? typeof actual === "string" : actual === id, {
    message: `the data of the response must be the ${what}`,
    expected: id === null ? `a ${what} with its id` : `the ${what} ${String(id)}`,
    actual: JSON.stringify(actual === undefined ? (data ?? null) : actual).slice(0, 120),
    pointer: "/data",
    keyword: "thing",
  });
}

/** A thing with a version of its own is there, though a monitor finds its id missing or wrong: that is the finding then. */
function stopWithoutId({ violations }: Exchange, data: Json | undefined): void {
  const breach = violations.find(({ pointer }) => pointer === "/data/id");
  if (breach && isObject(data) && typeof data.version === "number") {
    throw new Inconclusive(`blocked: ${breach.message}`, breach.requirement);
  }
}

/** A member of the body of a request, as it was sent. */
export function sentMember({ request }: Exchange, name: string): Json {
  const body: Json = typeof request.body === "string" ? JSON.parse(request.body) : null;
  return isObject(body) ? (body[name] ?? null) : null;
}

import { type BoundaryCase, findTokens, plainRequest, type RequestInput } from "../../generators/index.ts";
import type { Operation } from "../../spec/document-model.ts";
import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { pointerTokens } from "../../spec/pointer.ts";
import { remembered } from "../../spec/remembered.ts";
import { validatorOf } from "../../spec/validate.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import type { CaseContext, World } from "../engine/check.ts";
import { triedBoundaries } from "./tried.ts";

/**
 * Cases of an operation that share requests. Tasks count against a monthly allowance, so cases that concern different
 * members of the body go together: where the request is accepted, all of them are.
 */
export interface Folding {
  /** What came of a case: of the request that it shares where that was accepted, else of the case sent alone. */
  send(one: BoundaryCase, context: CaseContext): Promise<Exchange>;
  /** True when each member of the body stands in some request of the folding: nothing more need be sent to know it. */
  covers(input: RequestInput): boolean;
  /** True when each member of the body stands in a request of the folding that was accepted. */
  acceptsMembers(input: RequestInput, context: CaseContext): Promise<boolean>;
}

/** The folding of an operation whose requests cost a task each; null for any other, whose cases are sent alone. */
export const foldingOf = remembered(
  (world: World, operation: Operation): Folding | null =>
    costsTask(world, operation) ? createFolding(world, operation) : null,
  ({ id }) => id,
);

/** A task is made by the request, or for it: a change that can be made once needs a fresh one each time. */
function costsTask(world: World, operation: Operation): boolean {
  if (operation.body === null) return false;
  const plain = plainRequest(world.document, operation);
  const onTask = findTokens(plain?.body).some(({ kind }) => kind === "task");
  return operation.creates === "task" || (operation.effect === "change" && onTask);
}

function createFolding(world: World, operation: Operation): Folding {
  const plain = plainRequest(world.document, operation);
  let folded: ReadonlyMap<string, RequestInput> | null = null;
  function shares(): ReadonlyMap<string, RequestInput> {
    folded ??= fold(world, operation, triedBoundaries(world, operation), plain);
    return folded;
  }
  const sent = new Map<RequestInput, Promise<Exchange>>();
  function sendShared(input: RequestInput, context: CaseContext): Promise<Exchange> {
    const sending = sent.get(input) ?? context.call(operation.id, input);
    sent.set(input, sending);
    return sending;
  }
  return {
    async send(one, context) {
      if (sameMembers(one.input, plain)) return (await context.baseline(operation.id)).exchange;
      const shared = shares().get(JSON.stringify(one.input));
      const exchange = shared ? await sendShared(shared, context) : null;
      return exchange && statusOf(exchange) === 200 ? exchange : context.call(operation.id, one.input);
    },
    covers(input) {
      const members = new Set([plain, ...shares().values()].flatMap((one) => (one ? membersOf(one) : [])));
      return membersOf(input).every((name) => members.has(name));
    },
    async acceptsMembers(input, context) {
      const accepted = new Set(membersOf((await context.baseline(operation.id)).input));
      for (const shared of new Set(shares().values())) {
        if (membersOf(input).every((name) => accepted.has(name))) return true;
        if (statusOf(await sendShared(shared, context)) === 200)
          for (const name of membersOf(shared)) accepted.add(name);
      }
      return membersOf(input).every((name) => accepted.has(name));
    },
  };
}

/** A request that is being filled up, member by member. */
interface Bin {
  body: JsonObject;
  readonly taken: Set<string>;
}

/** The shared request of each case, by the text of its own. */
function fold(
  world: World,
  operation: Operation,
  cases: readonly BoundaryCase[],
  plain: RequestInput | undefined,
): Map<string, RequestInput> {
  const validator = validatorOf(world.document, { open: true, safe: true });
  const isValid = (body: Json) => validator.validate(operation.body?.address ?? "", body).length === 0;
  const bins: Bin[] = [];
  const places = new Map<string, Bin>();
  for (const one of cases) {
    const name = memberOf(one);
    if (name === null || !isObject(plain?.body)) continue;
    const open = bins.find(({ taken, body }) => !taken.has(name) && isValid({ ...body, [name]: one.value }));
    const bin = open ?? { body: plain.body, taken: new Set<string>() };
    if (!open) bins.push(bin);
    bin.body = { ...bin.body, [name]: one.value };
    bin.taken.add(name);
    places.set(JSON.stringify(one.input), bin);
  }
  const shares = new Map<string, RequestInput>();
  for (const bin of bins) {
    const shared = { operation: operation.id, parameters: {}, body: bin.body };
    for (const [key, place] of places) if (place === bin) shares.set(key, shared);
  }
  return shares;
}

/** The member of the body that a case is about, when that is all it is about. */
function memberOf(one: BoundaryCase): string | null {
  const [place, name, ...deeper] = pointerTokens(one.pointer);
  return place === "body" && name !== undefined && deeper.length === 0 ? name : null;
}

/** True for a request that differs from the plain one in no member but the text that is left to chance. */
function sameMembers(input: RequestInput, plain: RequestInput | undefined): boolean {
  return plain !== undefined && JSON.stringify(input) === JSON.stringify(plain);
}

function membersOf(input: RequestInput): string[] {
  return isObject(input.body) ? Object.keys(input.body) : [];
}

import { type BoundaryCase, isSafe, plainRequestOf, type RequestInput, withValue } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import { pointerTo, pointerTokens } from "../../spec/pointer.ts";
import { remembered } from "../../spec/remembered.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import { oncePer } from "../engine/cases/once.ts";
import { callValid } from "../engine/cases/retry-until-usable.ts";
import type { CaseContext, RunContext } from "../engine/check/check.ts";
import { isWholeTooDear } from "../engine/check/costs-task.ts";
import { triedBoundaries } from "./tried.ts";

/**
 * Cases of an operation that share requests, where requests are expensive: cases that concern different members go together.
 * Where the request is accepted, all of them are.
 */
export interface Folding {
  /** The outcome of a case: of the request that it shares where that was accepted, else of the case sent alone. */
  send(one: BoundaryCase, context: CaseContext): Promise<Exchange>;
  /** True when each member of the request is in some request of the folding: nothing more need be sent to know it. */
  covers(input: RequestInput): boolean;
  /** True when each member of the request is in a request of the folding that was accepted. */
  acceptsMembers(input: RequestInput, context: CaseContext): Promise<boolean>;
}

/** The folding of an operation. */
export const foldingOf = remembered(createFolding, ({ id }) => id);

function createFolding(context: RunContext, operation: Operation): Folding {
  const plain = plainRequestOf(context.document, operation);
  const options = { fresh: true };
  let folded: ReadonlyMap<string, RequestInput> | null = null;
  function shares(): ReadonlyMap<string, RequestInput> {
    folded ??= fold(context, operation, triedBoundaries(context, operation));
    return folded;
  }
  /** Requests with all members that may be combined; none where these are too expensive. */
  const whole = () =>
    isWholeTooDear(operation)
      ? []
      : triedBoundaries(context, operation).flatMap((one) =>
          one.aspect === "presence" && !sameMembers(one.input, plain) ? [one.input] : [],
        );
  const sendShared = oncePer(
    (input) => input,
    (input: RequestInput, context: CaseContext) => callValid(context, input, options),
  );
  return {
    async send(one, context) {
      if (sameMembers(one.input, plain)) return (await context.baseline(operation.id)).exchange;
      const shared = isOfOneMember(one) ? shares().get(JSON.stringify(one.input)) : one.input;
      const exchange = shared ? await sendShared(shared, context) : null;
      if (exchange && (statusOf(exchange) === 200 || shared === one.input)) return exchange;
      return callValid(context, one.input, options);
    },
    covers(input) {
      const members = new Set([plain, ...shares().values(), ...whole()].flatMap((one) => (one ? membersOf(one) : [])));
      return membersOf(input).every((name) => members.has(name));
    },
    async acceptsMembers(input, context) {
      // What the target asks for besides is known once a baseline has been looked for.
      const { found } = await context.searchBaseline(operation.id);
      const accepted = new Set(found ? membersOf(found.input) : []);
      if (membersOf(input).every((name) => accepted.has(name))) return true;
      const fuller = whole().find((one) => isPartOf(input, one));
      if (fuller && statusOf(await sendShared(fuller, context)) === 200) return true;
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
  input: RequestInput;
  readonly taken: Set<string>;
}

/** The shared request of each case, by the text of its own. */
function fold(context: RunContext, operation: Operation, cases: readonly BoundaryCase[]): Map<string, RequestInput> {
  const bins: Bin[] = [];
  const places = new Map<string, Bin>();
  for (const one of cases) {
    if (!isOfOneMember(one)) continue;
    const open = bins.find((bin) => fits(context, operation, bin, one));
    const bin = open ?? { input: one.input, taken: new Set<string>() };
    if (open) bin.input = withCase(bin.input, one);
    else bins.push(bin);
    bin.taken.add(one.pointer);
    places.set(JSON.stringify(one.input), bin);
  }
  return new Map([...places].map(([key, bin]) => [key, bin.input]));
}

/** True for a case that is about one member and no more. */
function isOfOneMember({ pointer }: BoundaryCase): boolean {
  return pointerTokens(pointer).length > 1;
}

/** Whether the case can go with those that the request holds: at no place of theirs, and with a request that stays valid. */
function fits({ document }: RunContext, operation: Operation, { input, taken }: Bin, one: BoundaryCase): boolean {
  const overlaps = [...taken].some((other) => isWithin(other, one.pointer) || isWithin(one.pointer, other));
  return !overlaps && isSafe(document, operation, withCase(input, one));
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function withCase(input: RequestInput, { pointer, value }: BoundaryCase): RequestInput {
  return withValue(input, pointerTokens(pointer), value);
}

/** True for a request that differs from the plain one in no member but the text that is left to chance. */
function sameMembers(input: RequestInput, plain: RequestInput | undefined): boolean {
  return plain !== undefined && JSON.stringify(input) === JSON.stringify(plain);
}

function isPartOf(input: RequestInput, whole: RequestInput): boolean {
  const members = new Set(membersOf(whole));
  return membersOf(input).every((name) => members.has(name));
}

/** Where members stand in a request, however deep; what lists hold counts as one with them. */
function membersOf({ parameters, body }: RequestInput): string[] {
  return [...namesIn(parameters, "/parameters"), ...namesIn(body, "/body")];
}

function namesIn(value: Json | undefined | Readonly<Record<string, Json>>, at: string): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value as Readonly<Record<string, Json>>).flatMap(([name, inner]) => {
    const place = pointerTo(at, name);
    return [place, ...namesIn(inner, place)];
  });
}

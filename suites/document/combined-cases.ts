import { type BoundaryCase, isSafe, plainRequestOf, type RequestInput, withValue } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import { memoize } from "../../spec/memoize.ts";
import { pointerTo, pointerTokens } from "../../spec/pointer.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import { oncePer } from "../engine/cases/once.ts";
import { callValid } from "../engine/cases/retry-until-usable.ts";
import type { CaseContext, RunContext } from "../engine/check/check.ts";
import { createsTask } from "../engine/check/task-cost.ts";
import { firstBoundaries } from "./boundaries.ts";

/**
 * Cases of an operation that share requests if these are expensive: cases of different members are combined. If the
 * request is accepted, all of them are.
 */
export interface CombinedCases {
  /** Returns the exchange of a case: of its shared request if that was accepted, otherwise of the case on its own. */
  send(boundary: BoundaryCase, context: CaseContext): Promise<Exchange>;
  /** Returns true if each member of the request is in some shared request, so that it need not be sent separately. */
  covers(input: RequestInput): boolean;
  /** Returns true if each member of the request is in an accepted shared request. */
  acceptsMembers(input: RequestInput, context: CaseContext): Promise<boolean>;
}

/** Returns the combined cases of an operation. */
export const combinedCasesOf = memoize(createCombinedCases, ({ id }) => id);

function createCombinedCases(context: RunContext, operation: Operation): CombinedCases {
  const plain = plainRequestOf(context.document, operation);
  const options = { fresh: true };
  let known: ReadonlyMap<string, RequestInput> | null = null;
  function sharedRequests(): ReadonlyMap<string, RequestInput> {
    known ??= combine(context, operation, firstBoundaries(context, operation));
    return known;
  }
  /** Requests with all members that can be combined; none if these are too expensive. */
  const fullRequests = () =>
    createsTask(operation)
      ? []
      : firstBoundaries(context, operation).flatMap((boundary) =>
          boundary.aspect === "presence" && !sameMembers(boundary.input, plain) ? [boundary.input] : [],
        );
  const sendShared = oncePer(
    (input) => input,
    (input: RequestInput, context: CaseContext) => callValid(context, input, options),
  );
  return {
    async send(boundary, context) {
      if (sameMembers(boundary.input, plain)) return (await context.baseline(operation.id)).exchange;
      const shared = isOfOneMember(boundary) ? sharedRequests().get(JSON.stringify(boundary.input)) : boundary.input;
      const exchange = shared ? await sendShared(shared, context) : null;
      if (exchange && (statusOf(exchange) === 200 || shared === boundary.input)) return exchange;
      return callValid(context, boundary.input, options);
    },
    covers(input) {
      const members = new Set(
        [plain, ...sharedRequests().values(), ...fullRequests()].flatMap((input) => (input ? membersOf(input) : [])),
      );
      return membersOf(input).every((name) => members.has(name));
    },
    async acceptsMembers(input, context) {
      // The members that the target requires are known once a baseline has been searched for.
      const { found } = await context.searchBaseline(operation.id);
      const accepted = new Set(found ? membersOf(found.input) : []);
      if (membersOf(input).every((name) => accepted.has(name))) return true;
      const fuller = fullRequests().find((request) => isPartOf(input, request));
      if (fuller && statusOf(await sendShared(fuller, context)) === 200) return true;
      for (const shared of new Set(sharedRequests().values())) {
        if (membersOf(input).every((name) => accepted.has(name))) return true;
        if (statusOf(await sendShared(shared, context)) === 200)
          for (const name of membersOf(shared)) accepted.add(name);
      }
      return membersOf(input).every((name) => accepted.has(name));
    },
  };
}

/** A request that is filled up member by member. */
interface Bin {
  input: RequestInput;
  readonly taken: Set<string>;
}

/** Returns the shared request of each case, by the JSON text of the case's own. */
function combine(context: RunContext, operation: Operation, cases: readonly BoundaryCase[]): Map<string, RequestInput> {
  const bins: Bin[] = [];
  const places = new Map<string, Bin>();
  for (const boundary of cases) {
    if (!isOfOneMember(boundary)) continue;
    const open = bins.find((bin) => fits(context, operation, bin, boundary));
    const bin = open ?? { input: boundary.input, taken: new Set<string>() };
    if (open) bin.input = withCase(bin.input, boundary);
    else bins.push(bin);
    bin.taken.add(boundary.pointer);
    places.set(JSON.stringify(boundary.input), bin);
  }
  return new Map([...places].map(([key, bin]) => [key, bin.input]));
}

/** Returns true for a case of a single member. */
function isOfOneMember({ pointer }: BoundaryCase): boolean {
  return pointerTokens(pointer).length > 1;
}

/** Returns true if the case can share the request: it concerns other places, and the request remains valid. */
function fits({ document }: RunContext, operation: Operation, { input, taken }: Bin, boundary: BoundaryCase): boolean {
  const overlaps = [...taken].some((other) => isWithin(other, boundary.pointer) || isWithin(boundary.pointer, other));
  return !overlaps && isSafe(document, operation, withCase(input, boundary));
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function withCase(input: RequestInput, { pointer, value }: BoundaryCase): RequestInput {
  return withValue(input, pointerTokens(pointer), value);
}

/** Returns true for a request that differs from the plain one only in random text. */
function sameMembers(input: RequestInput, plain: RequestInput | undefined): boolean {
  return plain !== undefined && JSON.stringify(input) === JSON.stringify(plain);
}

function isPartOf(input: RequestInput, whole: RequestInput): boolean {
  const members = new Set(membersOf(whole));
  return membersOf(input).every((name) => members.has(name));
}

/** Returns the places of all members of a request at any depth; the items of a list share one place. */
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

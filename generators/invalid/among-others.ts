import type { ApiDocument, Operation } from "../../spec/document/model.ts";
import { isObject, type Json } from "../../spec/json.ts";
import { boundaryRequests } from "../boundaries.ts";
import type { BoundaryCase, InvalidCase } from "../cases.ts";
import { fromPointer, toPointer, valueAt } from "../paths.ts";
import { isSafe, withValue } from "../plain-request.ts";
import { findTokens } from "../references.ts";
import type { RequestInput } from "../request-model.ts";
import { requestModel, requestValue } from "../request-model.ts";
import { breaksOnly } from "./breaks-only.ts";
import { targetOf } from "./mutation-target.ts";
import { invalidRequests } from "./requests.ts";

/**
 * Returns the same mutations in requests with all members that can be combined, which finds a server that checks a
 * rule only in small requests. Null if the mutation would break another rule too, or gives no different request.
 */
export function amongOthers(
  document: ApiDocument,
  operation: Operation,
  cases: readonly InvalidCase[],
  boundaries: readonly BoundaryCase[],
): (InvalidCase | null)[] {
  const full = boundaries.filter(({ aspect, pointer }) => aspect === "presence" && pointer === "");
  return cases.map((invalidCase) => {
    const least = sizeOf(invalidCase.control);
    for (const control of full.map(({ input }) => withoutCostlyMembers(input, invalidCase.pointer))) {
      if (sizeOf(control) <= least || !isSafe(document, operation, control)) continue;
      const broken = brokenAs(invalidCase, control);
      if (broken === null || !breaksAlone(document, operation, invalidCase, broken)) continue;
      const input = withItemLast(document, operation, invalidCase, broken);
      return {
        ...invalidCase,
        before: valueAt(requestValue(control), fromPointer(invalidCase.pointer)),
        input,
        control,
      };
    }
    return null;
  });
}

/** {@link amongOthers} of all cases that there are. */
export function invalidAmongOthers(document: ApiDocument, operation: Operation): (InvalidCase | null)[] {
  const cases = invalidRequests(document, operation);
  return amongOthers(document, operation, cases, boundaryRequests(document, operation));
}

function sizeOf(input: RequestInput): number {
  return JSON.stringify(requestValue(input)).length;
}

/** Returns the request without members that need an upload before each use, except the broken one. */
function withoutCostlyMembers(input: RequestInput, kept: string): RequestInput {
  const body = isObject(input.body) ? Object.keys(input.body) : [];
  return body
    .filter((name) => isCostlyMember(input, name) && !kept.startsWith(toPointer(["body", name])))
    .reduce((rest, name) => withValue(rest, ["body", name], undefined), input);
}

function isCostlyMember(input: RequestInput, name: string): boolean {
  const value = valueAt(requestValue(input), ["body", name]) ?? null;
  return findTokens(value).some(({ kind }) => kind === "attachment");
}

/**
 * Returns the control with the same change: for an object, only the members that the mutation adds, alters or removes.
 */
function brokenAs({ pointer, before, after }: InvalidCase, control: RequestInput): RequestInput | null {
  const path = fromPointer(pointer);
  const there = valueAt(requestValue(control), path);
  if (there === undefined && after === undefined) return null;
  return withValue(control, path, changed(before, after, there));
}

function changed(before: Json | undefined, after: Json | undefined, there: Json | undefined): Json | undefined {
  if (!isObject(before) || !isObject(after) || !isObject(there)) return after;
  const kept = Object.entries(there).filter(([name]) => !Object.hasOwn(before, name) || Object.hasOwn(after, name));
  const altered = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]) || !Object.hasOwn(there, name),
  );
  return Object.fromEntries([...kept, ...altered]);
}

function breaksAlone(
  document: ApiDocument,
  operation: Operation,
  invalidCase: InvalidCase,
  input: RequestInput,
): boolean {
  const target = targetOf(document, operation, invalidCase);
  return target === null || breaksOnly(requestModel(document, operation), target, input);
}

/** Puts a broken item behind valid ones, since the server must check each item of a list. */
function withItemLast(
  document: ApiDocument,
  operation: Operation,
  { pointer }: InvalidCase,
  broken: RequestInput,
): RequestInput {
  const path = fromPointer(pointer);
  const list = valueAt(requestValue(broken), path.slice(0, -1));
  const place = Number(path.at(-1));
  if (!Array.isArray(list)) return broken;
  const moved = [...list.slice(0, place), ...list.slice(place + 1), ...list.slice(place, place + 1)];
  const input = withValue(broken, path.slice(0, -1), moved);
  return requestModel(document, operation).rules.judge(requestValue(input)).length > 0 ? input : broken;
}

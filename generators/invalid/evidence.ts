import type { Schema } from "../../spec/document-model.ts";
import type { Violation } from "../judge.ts";
import type { RequestInput, RequestModel } from "../request-model.ts";
import { requestValue } from "../request-model.ts";
import type { Site } from "../sites.ts";
import { schemasWithin, subschemaList } from "../subschemas.ts";
import { wireReadings, wireTexts, withReading } from "../wire.ts";

/** The keyword that a mutant is meant to break, and for `required` the member. */
export interface Target {
  readonly site: Site;
  readonly keyword: string;
  readonly member: string | null;
}

/**
 * True when the mutant breaks the target's rule and no other, however a server reads what stands on the wire: in a query
 * every value is text, a list of one is a scalar, an empty list is nothing.
 */
export function breaksOnly(model: RequestModel, target: Target, input: RequestInput): boolean {
  const [suggested, ...others] = readingsOf(model, target.site, input).map((reading) =>
    model.rules.judge(requestValue(reading)),
  );
  if (suggested === undefined || !others.every((broken) => broken.length > 0)) return false;
  return suggested.every(isMeantBy(target)) && suggested.some((violation) => isItself(target, violation));
}

/** The requests that a server may take the mutant for, the likeliest first: only parameters leave room for it. */
function readingsOf(model: RequestModel, site: Site, input: RequestInput): RequestInput[] {
  const [place, role] = site.path;
  const parameter = model.operation.parameters.find((one) => one.role === role);
  if (place !== "parameters" || parameter === undefined) return [input];
  const texts = wireTexts(parameter, input.parameters[parameter.role]);
  return wireReadings(parameter, texts).map((reading) => withReading(input, parameter, reading));
}

function isItself({ site, keyword, member }: Target, violation: Violation): boolean {
  return (
    violation.schema === site.rules &&
    violation.keyword === keyword &&
    (member === null || violation.missing === member)
  );
}

/** Whether a violation is part of breaking the target: the keyword itself, or what stands inside it. */
function isMeantBy(target: Target): (violation: Violation) => boolean {
  const { keyword } = target;
  const own = target.site.rules;
  // A value of the wrong type may break whatever else is said about the right one.
  const presupposing = keyword === "type" ? new Set<object>(schemasWithin(own)) : new Set<object>();
  const inside = new Set<object>(partsOf(own, keyword));
  return (violation) =>
    presupposing.has(violation.schema) || inside.has(violation.schema) || isItself(target, violation);
}

function partsOf(schema: Schema, keyword: string): Schema[] {
  const holder: Schema = keyword === "if" ? pick(schema, ["if", "then", "else"]) : pick(schema, [keyword]);
  return [...schemasWithin(holder), ...subschemaList(holder, "x-excluded").flatMap(schemasWithin)].slice(1);
}

function pick(schema: Schema, keywords: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword))) as Schema;
}

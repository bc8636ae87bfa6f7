import type { ApiDocument } from "../../spec/document/model.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { componentSchema } from "../models/document-facts.ts";
import { isSameInstant, ROUNDING_MS } from "../models/instant.ts";
import { fail } from "./expect.ts";
import { valueAt } from "./read.ts";
import { sameJson } from "./same-json.ts";

/** A resource as a response shows it. */
export interface ShownResource {
  readonly exchange: Exchange;
  readonly pointer: string;
  readonly value: JsonObject;
}
/** Tolerance for single precision and for columns with few digits, in one view or in both. */
export const PRECISION = 0.0002;
/** Tolerance for a confidence that fades over time: one that halves in a week loses less than this in half an hour. */
export const CONFIDENCE_DECAY = 0.002;
/** The highest confidence. */
export const MAX_CONFIDENCE = 1;
/** The context of a comparison: the document, and a counter of comparisons. */
export interface ComparisonContext {
  readonly context: { readonly document: ApiDocument };
  asserted?(): void;
}
/**
 * Fails if two responses, the later one second, show a resource differently in any field that both have. Times may
 * differ by rounding, fractional numbers by single precision, and fields that others may change if the version is
 * higher.
 */
export function expectSame(
  check: ComparisonContext,
  component: string,
  fields: readonly string[],
  before: ShownResource,
  after: ShownResource,
): void {
  expectNoOlder(before, after);
  const changed = hasRisen("version", before, after);
  for (const field of fields) {
    const [was, is] = [before.value[field], after.value[field]];
    if (was === undefined || was === null || is === undefined || is === null) continue;
    if ((changed && !CREATION_FIELDS.test(field)) || (MAY_RISE.includes(field) && hasRisen(field, before, after)))
      continue;
    check.asserted?.();
    const slack = slackBetween(before.exchange, after.exchange);
    if (field === EXPIRY && !expiresEarlier(before, after)) continue;
    const times = isTime(check, component, field);
    if (times ? sameTime(was, is, slack) : isSameValue(was, is) || mayDiffer(component, field, before, after)) continue;
    fail({
      message: `${component}.${field} must be the same in ${nameOf(after)} as in ${nameOf(before)}, as nothing has changed it`,
      expected: `${short(was)}, as in ${nameOf(before)}`,
      actual: short(is),
      verifier: "sameness",
      pointer: `${after.pointer}/${field}`,
      keyword: field,
      exchanges: [before.exchange, after.exchange],
    });
  }
}
/** Fields that no change of a resource affects. */
export const CREATION_FIELDS = /^(id|identifier|created\w*|parent\w*|senderId|senderType|channelId)$/;
/**
 * Fields that may rise without a new version: others reply to a message, and a service may touch a resource by itself.
 */
export const MAY_RISE: readonly string[] = ["replyCount", "updatedAt"];
/**
 * Returns true if a number or time is higher in the later response, since others may have changed the resource or
 * replied to it.
 */
export function hasRisen(field: string, before: ShownResource, after: ShownResource): boolean {
  const [was, is] = [before.value[field], after.value[field]];
  if (typeof was === "string" && typeof is === "string") return Date.parse(is) > Date.parse(was);
  return typeof was === "number" && typeof is === "number" && is > was;
}
/**
 * Fails if a view shows a lower version than a creation or change returned. Without such a response, a version may rise
 * by itself.
 */
export function expectNoOlder(before: ShownResource, after: ShownResource): void {
  const [was, is] = [before.value.version, after.value.version];
  if (before.exchange.operation?.effect === "read" || typeof was !== "number" || typeof is !== "number") return;
  if (is >= was) return;
  fail({
    message: `the version must not be lower in ${nameOf(after)} than in ${nameOf(before)}`,
    expected: `at least ${was}`,
    actual: String(is),
    verifier: "sameness",
    pointer: `${after.pointer}/version`,
    keyword: "version",
    exchanges: [before.exchange, after.exchange],
  });
}
/**
 * Returns the milliseconds by which a time may differ between two responses; 0 for the same operation, which formats it
 * the same way.
 */
export function slackBetween(before: Exchange, after: Exchange): number {
  return before.operation === after.operation ? 0 : ROUNDING_MS;
}
/** Returns true for the same time in two responses, within the slack. */
export function sameTime(was: Json, is: Json, slack = ROUNDING_MS): boolean {
  return typeof was === "string" && typeof is === "string" ? isSameInstant(was, is, slack) : isSameValue(was, is);
}
export function isSameValue(was: Json, is: Json): boolean {
  if (typeof was === "number" && typeof is === "number") {
    return Number.isInteger(was) && Number.isInteger(is) ? was === is : Math.abs(was - is) <= PRECISION;
  }
  return sameJson(was, is);
}
/**
 * Returns true for allowed changes of a memory: its confidence may rise, fade a little, or change with its status, and
 * its metadata may gain members.
 */
export function mayDiffer(
  component: string,
  field: string,
  { value: before }: ShownResource,
  { value: after }: ShownResource,
): boolean {
  if (component !== "Memory") return false;
  const [was, is] = [before[field], after[field]];
  if (field === "confidence") {
    const isOther = typeof after.status === "string" && after.status !== before.status;
    // If 1 is the highest confidence, a higher value is on another scale.
    const isBeyond = typeof was === "number" && typeof is === "number" && was <= MAX_CONFIDENCE && is > MAX_CONFIDENCE;
    return typeof was === "number" && typeof is === "number" && !isBeyond && (is >= was - CONFIDENCE_DECAY || isOther);
  }
  if (field !== "metadata" || !isObject(was) || !isObject(is)) return false;
  return Object.entries(was).every(([name, value]) => sameJson(value, is[name]));
}
/** The end of a lifetime. A service may extend the lifetime of a memory that is used. */
export const EXPIRY = "expires_at";
/** Milliseconds by which two ways to calculate it may differ. */
export const EXPIRY_TOLERANCE_MS = 3600000;
/**
 * Returns true if a memory is to expire clearly earlier than before and has the same status. Another status may end its
 * lifetime.
 */
export function expiresEarlier({ value: before }: ShownResource, { value: after }: ShownResource): boolean {
  const [was, is] = [before[EXPIRY], after[EXPIRY]].map((time) => Date.parse(String(time)));
  const isOther = typeof after.status === "string" && after.status !== before.status;
  return !isOther && was !== undefined && is !== undefined && is < was - EXPIRY_TOLERANCE_MS;
}
export function isTime(check: ComparisonContext, component: string, field: string): boolean {
  return componentSchema(check.context.document, component, field)?.format === "date-time";
}
export function nameOf({ exchange }: ShownResource): string {
  return `the response of ${exchange.operation?.id ?? "another URL"}`;
}
export function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
/** Returns the resource as the response to its creation shows it. */
export function asCreated(exchange: Exchange): ShownResource {
  const value = valueAt(exchange, "/data");
  return { exchange, pointer: "/data", value: asObject(value) };
}

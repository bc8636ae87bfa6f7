import type { ApiDocument } from "../../spec/document/model.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { componentSchema } from "../models/document-facts.ts";
import { isSameInstant, ROUNDING_MS } from "../models/instant.ts";
import { fail } from "./expect.ts";
import { valueAt } from "./read.ts";
import { sameJson } from "./same-json.ts";

/** Where a response shows a thing. */
export interface View {
  readonly exchange: Exchange;
  readonly pointer: string;
  readonly value: JsonObject;
}
/** What single precision and columns of a few digits lose, in one view or in both. */
export const PRECISION = 0.0002;
/** What is known may fade with time: a confidence that halves in a week loses less than this in half an hour. */
export const FADED = 0.002;
/** The most that a claim can be sure of itself. */
export const SUREST = 1;
/** What compares two views: it knows the document, and may count what it compares. */
export interface Comparing {
  readonly context: { readonly document: ApiDocument };
  asserted?(): void;
}
/**
 * Fails where two responses, the later one second, show a thing differently, in any of the fields that both of them give.
 * Points in time may differ by what rounding takes off, fractional numbers by what single precision loses, and what
 * others may change where a higher version tells of a change.
 */
export function expectSame(
  check: Comparing,
  component: string,
  fields: readonly string[],
  before: View,
  after: View,
): void {
  expectNoOlder(before, after);
  const changed = hasRisen("version", before, after);
  for (const field of fields) {
    const [was, is] = [before.value[field], after.value[field]];
    if (was === undefined || was === null || is === undefined || is === null) continue;
    if ((changed && !OF_ITS_MAKING.test(field)) || (RISING.includes(field) && hasRisen(field, before, after))) continue;
    check.asserted?.();
    const slack = slackBetween(before.exchange, after.exchange);
    if (field === EXPIRY && !isBroughtForward(before, after)) continue;
    const times = isTime(check, component, field);
    if (times ? sameTime(was, is, slack) : agree(was, is) || mayDiffer(component, field, before, after)) continue;
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
/** What others do leaves this of a thing as it was. */
export const OF_ITS_MAKING = /^(id|identifier|created\w*|parent\w*|senderId|senderType|channelId)$/;
/** What happens to a thing without a new version: others reply to it, and what a service does with it by itself may touch it. */
export const RISING: readonly string[] = ["replyCount", "updatedAt"];
/** Others may have changed a thing, or replied to it, between two responses: then the later one counts further. */
export function hasRisen(field: string, before: View, after: View): boolean {
  const [was, is] = [before.value[field], after.value[field]];
  if (typeof was === "string" && typeof is === "string") return Date.parse(is) > Date.parse(was);
  return typeof was === "number" && typeof is === "number" && is > was;
}
/** A version may rise of itself; where a thing has got one by its making or by a change, no view shows an earlier one. */
export function expectNoOlder(before: View, after: View): void {
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
/** Milliseconds by which one time may differ in two responses: one operation tells it in one way. */
export function slackBetween(before: Exchange, after: Exchange): number {
  return before.operation === after.operation ? 0 : ROUNDING_MS;
}
/** True for one time written twice, by different operations or with the slack given. */
export function sameTime(was: Json, is: Json, slack = ROUNDING_MS): boolean {
  return typeof was === "string" && typeof is === "string" ? isSameInstant(was, is, slack) : agree(was, is);
}
export function agree(was: Json, is: Json): boolean {
  if (typeof was === "number" && typeof is === "number") {
    return Number.isInteger(was) && Number.isInteger(is) ? was === is : Math.abs(was - is) <= PRECISION;
  }
  return sameJson(was, is);
}
/** A memory may become surer of itself, or fade a little, and what is known of it more: no less, but where it has come to another status. */
export function mayDiffer(component: string, field: string, { value: before }: View, { value: after }: View): boolean {
  if (component !== "Memory") return false;
  const [was, is] = [before[field], after[field]];
  if (field === "confidence") {
    const isOther = typeof after.status === "string" && after.status !== before.status;
    // Where 1 is the most there is, what shows more has another measure.
    const isBeyond = typeof was === "number" && typeof is === "number" && was <= SUREST && is > SUREST;
    return typeof was === "number" && typeof is === "number" && !isBeyond && (is >= was - FADED || isOther);
  }
  if (field !== "metadata" || !isObject(was) || !isObject(is)) return false;
  return Object.entries(was).every(([name, value]) => sameJson(value, is[name]));
}
/** When a lifetime ends: what is used may last longer for it, so that it may be put off. */
export const EXPIRY = "expires_at";
/** Milliseconds by which two ways to reckon it may differ. */
export const RECKONING_MS = 3600000;
/** True where a memory is to end clearly sooner than it was, and has come to no other status, which may end it. */
export function isBroughtForward({ value: before }: View, { value: after }: View): boolean {
  const [was, is] = [before[EXPIRY], after[EXPIRY]].map((time) => Date.parse(String(time)));
  const isOther = typeof after.status === "string" && after.status !== before.status;
  return !isOther && was !== undefined && is !== undefined && is < was - RECKONING_MS;
}
export function isTime(check: Comparing, component: string, field: string): boolean {
  return componentSchema(check.context.document, component, field)?.format === "date-time";
}
export function nameOf({ exchange }: View): string {
  return `the response of ${exchange.operation?.id ?? "another address"}`;
}
export function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
/** The thing as the response to its making shows it. */
export function asMade(exchange: Exchange): View {
  const value = valueAt(exchange, "/data");
  return { exchange, pointer: "/data", value: asObject(value) };
}

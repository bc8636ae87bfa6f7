import type { RequestInput } from "../../../generators/index.ts";
import { asObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { memoryAt } from "../../verifiers/memory.ts";
import { stringAt } from "../../verifiers/read.ts";
import { listedStatusOf } from "./listed-status.ts";

/** A memory that this run created. */
export interface CreatedMemory {
  readonly id: string;
  /** A word that occurs in its content and nowhere else. */
  readonly word: string;
  /** The members that were sent, including those of the baseline. */
  readonly requested: JsonObject;
  /** The memory in the response. */
  readonly memory: JsonObject;
  /** The status under which it is finally listed; null if the response showed none. */
  readonly listed: string | null;
  readonly response: Exchange;
}

/** Members that exclude each other: a requested one replaces the other, which the baseline may have. */
const EXCLUSIVE_MEMBERS: Readonly<Record<string, string>> = { ttl_seconds: "ttl_preset", ttl_preset: "ttl_seconds" };

/** Returns a claim with these members, and those that the target requires. */
export async function claimInput(check: CaseContext, members: JsonObject): Promise<RequestInput> {
  const { input } = await check.baseline("remember");
  const baselineBody = asObject(input.body);
  const keptMembers = Object.entries(baselineBody).filter(
    ([name]) => !(EXCLUSIVE_MEMBERS[name] !== undefined && EXCLUSIVE_MEMBERS[name] in members),
  );
  return check.resolve({ ...input, body: { ...Object.fromEntries(keptMembers), ...members } });
}

/** Requests a claim with these members. */
export async function requestMemory(
  check: CaseContext,
  members: JsonObject,
  options: CallOptions = {},
): Promise<Exchange> {
  return check.call("remember", await claimInput(check, members), options);
}

/**
 * Creates a claim with unique content that begins with a unique word, depending on the key. Throws `Inconclusive` if it
 * is rejected.
 */
export async function remember(
  check: CaseContext,
  key: string,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<CreatedMemory> {
  const claimed = await requestUniqueMemory(check, key, members, options);
  requireAccepted(claimed.response, "memories.remember.succeeds");
  return withListedStatus(check, claimed, options);
}

/** A claim, its response and memory; it may have been rejected. */
export type RequestedMemory = Omit<CreatedMemory, "id" | "listed">;

/** Returns the memory of an accepted claim, with the status under which it is listed. */
export async function withListedStatus(
  check: CaseContext,
  claimed: RequestedMemory,
  options: CallOptions = {},
): Promise<CreatedMemory> {
  const created = { ...claimed, id: stringAt(claimed.response, "/data/id") };
  return { ...created, listed: await listedStatusOf(check, created, options) };
}

/** Creates a claim like `remember`; it may be rejected. */
export async function requestUniqueMemory(
  check: CaseContext,
  key: string,
  members: JsonObject,
  options: CallOptions = {},
): Promise<RequestedMemory> {
  const content = typeof members.content === "string" ? members.content : contentOf(check, key);
  const input = await claimInput(check, { ...members, content });
  const response = await check.call("remember", input, options);
  const requested = asObject(input.body);
  return { word: wordOf(check.context, key), requested, memory: memoryAt(response, "/data"), response };
}

/** A lifetime in seconds that differs from every named one by far, and ends long after the run. */
export const LASTING_SECONDS = 1_000_000;
/**
 * A distance between the ends of two lifetimes, so that they are never both near midnight, where a date and a time are
 * the same.
 */
export const HALF_DAY_SECONDS = 43_200;

/**
 * Returns a sentence of generated words. It is unlike any other, so that no service treats two claims as the same, or
 * one as the end of another.
 */
export function contentOf(check: CaseContext, key: string): string {
  const word = (part: string) => wordOf(check.context, `${key} ${part}`);
  return `${wordOf(check.context, key)} ${word("second")} means ${word("third")} ${word("fourth")}`;
}

/** Returns the parameters that make a search show a memory of the run: its status, if the response showed one. */
export function statusFilterOf({ listed }: Pick<CreatedMemory, "listed">): JsonObject {
  return listed === null ? {} : { status: listed };
}

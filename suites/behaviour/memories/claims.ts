import type { RequestInput } from "../../../generators/index.ts";
import { asObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { memoryAt } from "../../verifiers/memory.ts";
import { stringAt } from "../../verifiers/read.ts";
import { lastingStatus } from "./default-status.ts";

/** A memory that this run created. */
export interface CreatedMemory {
  readonly id: string;
  /** A word that occurs in its content and nowhere else. */
  readonly word: string;
  /** The members that were sent, including those of the baseline. */
  readonly asked: JsonObject;
  /** The memory in the response. */
  readonly memory: JsonObject;
  /** The status under which it is finally listed; null if the response showed none. */
  readonly listed: string | null;
  readonly response: Exchange;
}

/** Members that exclude each other: a requested one replaces the other, which the baseline may have. */
const RIVALS: Readonly<Record<string, string>> = { ttl_seconds: "ttl_preset", ttl_preset: "ttl_seconds" };

/** Returns a claim with these members, and those that the target requires. */
export async function claim(check: CaseContext, members: JsonObject): Promise<RequestInput> {
  const { input } = await check.baseline("remember");
  const plain = asObject(input.body);
  const kept = Object.entries(plain).filter(([name]) => !(RIVALS[name] !== undefined && RIVALS[name] in members));
  return check.resolve({ ...input, body: { ...Object.fromEntries(kept), ...members } });
}

/** Requests a claim with these members. */
export async function askToRemember(
  check: CaseContext,
  members: JsonObject,
  options: CallOptions = {},
): Promise<Exchange> {
  return check.call("remember", await claim(check, members), options);
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
  const claimed = await tryToRemember(check, key, members, options);
  requireAccepted(claimed.response, "memories.remember.succeeds");
  return onceListed(check, claimed, options);
}

/** A claim, its response and memory; it may have been rejected. */
export type Claimed = Omit<CreatedMemory, "id" | "listed">;

/** Returns the memory of an accepted claim, with the status under which it is listed. */
export async function onceListed(
  check: CaseContext,
  claimed: Claimed,
  options: CallOptions = {},
): Promise<CreatedMemory> {
  const made = { ...claimed, id: stringAt(claimed.response, "/data/id") };
  return { ...made, listed: await lastingStatus(check, made, options) };
}

/** Creates a claim like `remember`; it may be rejected. */
export async function tryToRemember(
  check: CaseContext,
  key: string,
  members: JsonObject,
  options: CallOptions = {},
): Promise<Claimed> {
  const content = typeof members.content === "string" ? members.content : contentOf(check, key);
  const input = await claim(check, { ...members, content });
  const response = await check.call("remember", input, options);
  const asked = asObject(input.body);
  return { word: wordOf(check.context, key), asked, memory: memoryAt(response, "/data"), response };
}

/** A lifetime in seconds that differs from every named one by far, and ends long after the run. */
export const LASTING_SECONDS = 1_000_000;
/**
 * A distance between the ends of two lifetimes, so that they are never both near midnight, where a date and a time are
 * the same.
 */
export const HALF_A_DAY_SECONDS = 43_200;

/**
 * Returns a sentence of generated words. It is unlike any other, so that no service treats two claims as the same, or
 * one as the end of another.
 */
export function contentOf(check: CaseContext, key: string): string {
  const word = (part: string) => wordOf(check.context, `${key} ${part}`);
  return `${wordOf(check.context, key)} ${word("second")} means ${word("third")} ${word("fourth")}`;
}

/** Returns the parameters that make a search show a memory of the run: its status, if the response showed one. */
export function baseOf({ listed }: Pick<CreatedMemory, "listed">): JsonObject {
  return listed === null ? {} : { status: listed };
}

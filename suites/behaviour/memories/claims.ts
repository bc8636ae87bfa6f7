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
  /** A word that is in its content and in nothing else. */
  readonly word: string;
  /** The members that were sent, those of the baseline included. */
  readonly asked: JsonObject;
  /** As the response shows it. */
  readonly memory: JsonObject;
  /** The status under which it is listed in the end; null where none was told. */
  readonly listed: string | null;
  readonly response: Exchange;
}

/** Members that exclude each other: a wanted one puts the other out, which the baseline may have. */
const RIVALS: Readonly<Record<string, string>> = { ttl_seconds: "ttl_preset", ttl_preset: "ttl_seconds" };

/** A claim with these members, beside what the target cannot do without. */
export async function claim(check: CaseContext, members: JsonObject): Promise<RequestInput> {
  const { input } = await check.baseline("remember");
  const plain = asObject(input.body);
  const kept = Object.entries(plain).filter(([name]) => !(RIVALS[name] !== undefined && RIVALS[name] in members));
  return check.resolve({ ...input, body: { ...Object.fromEntries(kept), ...members } });
}

/** Asks the target to remember a claim with these members. */
export async function askToRemember(
  check: CaseContext,
  members: JsonObject,
  options: CallOptions = {},
): Promise<Exchange> {
  return check.call("remember", await claim(check, members), options);
}

/**
 * Has a claim remembered whose content begins with a word of its own, as the key decides, and says something that no
 * other claim says; Inconclusive when it is rejected.
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

/** What was told of a claim that may have been rejected. */
export type Claimed = Omit<CreatedMemory, "id" | "listed">;

/** The memory of a claim that was accepted. */
export async function onceListed(
  check: CaseContext,
  claimed: Claimed,
  options: CallOptions = {},
): Promise<CreatedMemory> {
  const made = { ...claimed, id: stringAt(claimed.response, "/data/id") };
  return { ...made, listed: await lastingStatus(check, made, options) };
}

/** The same where a rejection is a response too. */
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

/** A lifetime in seconds that is far from every named one, and from the end of a run. */
export const LASTING_SECONDS = 1_000_000;
/** Between the ends of two lifetimes: they are never both about midnight, where a day says as much as a time. */
export const HALF_A_DAY_SECONDS = 43_200;

/** A sentence of made-up words: like no other, so that no service takes two claims for one, or one for another's end. */
export function contentOf(check: CaseContext, key: string): string {
  const word = (part: string) => wordOf(check.context, `${key} ${part}`);
  return `${wordOf(check.context, key)} ${word("second")} means ${word("third")} ${word("fourth")}`;
}

/** What a search has to be asked so that it shows a memory of ours: its status, where that was told. */
export function baseOf({ listed }: Pick<CreatedMemory, "listed">): JsonObject {
  return listed === null ? {} : { status: listed };
}

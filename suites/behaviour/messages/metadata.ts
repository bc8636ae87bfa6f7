import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { pointerTo } from "../../../spec/pointer.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { isUnset } from "../../verifiers/read.ts";
import { readPage, WIDE } from "./pages.ts";

/** What metadata holds besides the entry that a flag sets. */
export function othersIn(metadata: Json | undefined): JsonObject {
  const { needsHuman: _flag, ...others } = asObject(metadata);
  return others;
}

/** Expects the answer to a flag to have every other entry that the metadata had before. */
export function expectOthersKept(before: Json | undefined, answer: Exchange): void {
  for (const [name, value] of Object.entries(othersIn(before))) {
    const why = "flagging must leave the other entries of the metadata as they were";
    expectEqual(answer, pointerTo("/data/metadata", name), value, why);
  }
}

/** True for an entry that says that a human is needed: what it holds is open. */
export function isSet(metadata: Json | undefined): boolean {
  const entry = asObject(metadata).needsHuman;
  return entry !== undefined && entry !== null && entry !== false;
}

/** Fails when metadata has no needsHuman entry, or one that says no. */
export function expectEntry(metadata: Json | undefined, pointer: string): void {
  expectThat(isSet(metadata), {
    message: "the metadata of a flagged message must have a needsHuman entry",
    expected: "an entry that is neither null nor false",
    actual: JSON.stringify(asObject(metadata).needsHuman ?? null),
    pointer: `${pointer}/needsHuman`,
    keyword: "flag",
  });
}

/** True where a page of the channel gives metadata: one that gives it to some messages gives none only where there is none. */
export async function givesMetadata(check: CaseContext, channel: string): Promise<boolean> {
  const { messages } = await readPage(check, { channel, limit: WIDE });
  return messages.some(({ metadata }) => !isUnset(metadata));
}

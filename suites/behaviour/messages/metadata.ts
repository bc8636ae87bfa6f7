import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { pointerTo } from "../../../spec/pointer.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { isUnset } from "../../verifiers/read.ts";
import { PORTABLE_LIMIT, readPage } from "./pages.ts";

/** Returns the entries of the metadata other than the one that a flag sets. */
export function entriesExceptFlag(metadata: Json | undefined): JsonObject {
  const { needsHuman: _flag, ...otherEntries } = asObject(metadata);
  return otherEntries;
}

/** Fails unless the response to a flag has every other entry that the metadata had before. */
export function expectOtherEntriesKept(before: Json | undefined, response: Exchange): void {
  for (const [name, value] of Object.entries(entriesExceptFlag(before))) {
    const why = "a flag must not change other entries of the metadata";
    expectEqual(response, pointerTo("/data/metadata", name), value, why);
  }
}

/** Returns true if a page of the channel has metadata for some messages. Messages without it have none then. */
export async function showsMetadata(check: CaseContext, channel: string): Promise<boolean> {
  const { messages } = await readPage(check, { channel, limit: PORTABLE_LIMIT });
  return messages.some(({ metadata }) => !isUnset(metadata));
}

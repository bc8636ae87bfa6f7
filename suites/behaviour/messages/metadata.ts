import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { pointerTo } from "../../../spec/pointer.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { isUnset } from "../../verifiers/read.ts";
import { readPage, WIDE } from "./pages.ts";

/** Returns the entries of the metadata other than the one that a flag sets. */
export function othersIn(metadata: Json | undefined): JsonObject {
  const { needsHuman: _flag, ...others } = asObject(metadata);
  return others;
}

/** Fails unless the response to a flag has every other entry that the metadata had before. */
export function expectOthersKept(before: Json | undefined, response: Exchange): void {
  for (const [name, value] of Object.entries(othersIn(before))) {
    const why = "flagging must leave the other entries of the metadata as they were";
    expectEqual(response, pointerTo("/data/metadata", name), value, why);
  }
}

/** Returns true if a page of the channel has metadata for some messages. Messages without it have none then. */
export async function givesMetadata(check: CaseContext, channel: string): Promise<boolean> {
  const { messages } = await readPage(check, { channel, limit: WIDE });
  return messages.some(({ metadata }) => !isUnset(metadata));
}

import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { expectEqual } from "../../verifiers/expect.ts";

/** What metadata holds besides the entry that a flag sets. */
export function othersIn(metadata: Json | undefined): JsonObject {
  const { needsHuman: _flag, ...others } = isObject(metadata) ? metadata : {};
  return others;
}

/** Expects the answer to a flag to have every other entry that the metadata had before. */
export function expectOthersKept(before: Json | undefined, answer: Exchange): void {
  for (const [name, value] of Object.entries(othersIn(before))) {
    const why = "flagging must leave the other entries of the metadata as they were";
    expectEqual(answer, `/data/metadata/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, value, why);
  }
}

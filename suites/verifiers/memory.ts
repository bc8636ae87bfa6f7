import { asObject, type JsonObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { expectThat } from "./expect.ts";
import { valueAt } from "./read.ts";

/** Fails unless the response shows the confidence that was sent. */
export function expectConfidence(response: Exchange, sent: number): void {
  const kept = valueAt(response, "/data/confidence");
  expectThat(typeof kept === "number" && Math.abs(kept - sent) < CONFIDENCE_TOLERANCE, {
    message: "the confidence of a memory must be returned as sent",
    expected: String(sent),
    actual: JSON.stringify(kept ?? null),
    pointer: "/data/confidence",
    keyword: "value",
  });
}
/** The memory at a place of a response, as far as it is an object. */
export function memoryAt(exchange: Exchange, pointer: string): JsonObject {
  return asObject(valueAt(exchange, pointer));
}
/** What single precision and columns of a few digits keep. */
export const CONFIDENCE_TOLERANCE = 0.0001;

import { asObject, type JsonObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { expectThat } from "./expect.ts";
import { valueAt } from "./read.ts";

/** Fails unless the response has the confidence that was sent. */
export function expectConfidence(response: Exchange, sent: number): void {
  const shown = valueAt(response, "/data/confidence");
  expectThat(typeof shown === "number" && Math.abs(shown - sent) < CONFIDENCE_TOLERANCE, {
    message: "the confidence of a memory must be returned as sent",
    expected: String(sent),
    actual: JSON.stringify(shown ?? null),
    pointer: "/data/confidence",
    keyword: "value",
  });
}
/** Returns the memory at a pointer of a response; empty if it is not an object. */
export function memoryAt(exchange: Exchange, pointer: string): JsonObject {
  return asObject(valueAt(exchange, pointer));
}
/** Tolerance for single precision and for columns with few digits. */
export const CONFIDENCE_TOLERANCE = 0.0001;

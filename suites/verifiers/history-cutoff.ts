import { isObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { valueAt } from "./read.ts";

/** Returns true if a plan hides older messages. The contract does not state whether hidden messages count as more. */
export function hasHistoryCutoff({ exchange }: { readonly exchange: Exchange }): boolean {
  const cutoff = valueAt(exchange, "/meta/pagination/historyCutoff");
  return isObject(cutoff) && cutoff.beyondCount !== 0;
}

import { isObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { valueAt } from "./read.ts";

/** What a plan hides of a history lies beyond its oldest message: whether that counts as more is not stated. */
export function isCutOff({ exchange }: { readonly exchange: Exchange }): boolean {
  const cutoff = valueAt(exchange, "/meta/pagination/historyCutoff");
  return isObject(cutoff) && cutoff.beyondCount !== 0;
}

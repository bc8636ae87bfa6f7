import { creationOf } from "../behaviour/messages/page-order.ts";
import type { Exchange } from "../client/exchange.ts";
import { itemsIn } from "../knowledge/exchanges.ts";

/** Returns the ids of the messages in a response of get-messages, the oldest first; empty if it shows none. */
export function messageIdsByTime(page: Exchange): readonly string[] {
  return itemsIn(page, "/data/messages")
    .toSorted((one, other) => creationOf(one.value) - creationOf(other.value))
    .flatMap(({ value: { id } }) => (typeof id === "string" ? [id] : []));
}

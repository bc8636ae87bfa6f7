import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { expectThat } from "./expect.ts";
import { valueAt } from "./read.ts";
import { withEvidence } from "./with-evidence.ts";

/** Returns the pagination of a response, or null. */
export function paginationOf(exchange: Exchange): JsonObject | null {
  const pagination = valueAt(exchange, "/meta/pagination");
  return isObject(pagination) ? pagination : null;
}
/** Fails if the pagination has another hasMore than given. Returns true if it has any. */
export function expectHasMore(exchange: Exchange, more: Json | undefined, why: string): boolean {
  const stated = paginationOf(exchange)?.hasMore;
  if (typeof stated !== "boolean" || typeof more !== "boolean") return false;
  withEvidence([exchange], () =>
    expectThat(stated === more, {
      message: `the hasMore of a pagination should agree with ${why}`,
      expected: String(more),
      actual: String(stated),
      pointer: "/meta/pagination/hasMore",
      keyword: "more",
    }),
  );
  return true;
}
/** The source of hasMore within a page of messages, for findings. */
export const MESSAGES_HAS_MORE = "the hasMore in the data of the same page";

import { asObject } from "../../../spec/json.ts";
import type { JournalPage } from "./entry.ts";

/** Returns the paging in the body of a response; null if it is not a page. */
export function paginationOf(body: unknown): JournalPage | null {
  const { data, meta } = asObject(body);
  const { hasMore, nextCursor } = asObject(data);
  const pagination = asObject(asObject(meta).pagination);
  const cursor = nextCursor ?? pagination.cursor;
  const more = hasMore ?? pagination.hasMore ?? (nextCursor === undefined ? undefined : nextCursor !== null);
  if (typeof more !== "boolean") return null;
  return { more, cursor: typeof cursor === "string" ? cursor : null };
}

import { createHmac } from "node:crypto";
import type { ValuesOf } from "../../http/fields.ts";
import { rejection } from "../../rejection.ts";
import type { searchMemoriesFields } from "./fields.ts";

/** The filters of a search, without its paging. */
export type SearchFilters = Omit<ValuesOf<typeof searchMemoriesFields>, "cursor" | "limit">;

/** The position at which a search continues, with its filters. */
export interface Position {
  readonly wanted: SearchFilters;
  /** Place of the last returned memory in the order of the search. */
  readonly last: number;
  /** Number of memories returned so far. */
  readonly given: number;
}

/** Returns a position as an opaque text. */
export function writeCursor(secret: string, position: Position): string {
  const content = Buffer.from(JSON.stringify(position)).toString("base64url");
  return `${content}.${seal(secret, content)}`;
}

/** Returns the position in a cursor. Throws a rejection for a text that {@link writeCursor} did not create. */
export function readCursor(secret: string, cursor: string): Position {
  const [content = "", mark] = cursor.split(".");
  if (mark === undefined || mark !== seal(secret, content)) {
    throw rejection("invalid-input", "cursor is not one that this service gave out", {
      suggestion: "Pass nextCursor of an earlier response as it is, or leave cursor out to start at the first page.",
    });
  }
  return JSON.parse(Buffer.from(content, "base64url").toString());
}

function seal(secret: string, content: string): string {
  return createHmac("sha256", secret).update(content).digest("base64url").slice(0, 16);
}

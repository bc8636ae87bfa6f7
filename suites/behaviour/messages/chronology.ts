import type { JsonObject } from "../../../spec/json.ts";
import type { CaseContext } from "../../engine/check.ts";
import type { Conversation } from "./conversation.ts";
import { type Page, readPage, WIDE } from "./pages.ts";

/** In which direction the pages of a target list their messages: that is open. */
export type Direction = "newest-first" | "oldest-first";

/** The direction of pages before, or after, a message: as two messages of the conversation show it. */
export async function directionOf(
  check: CaseContext,
  { channel, roots }: Conversation,
  cursor: "before" | "after",
): Promise<Direction> {
  const from = roots[cursor === "before" ? roots.length - 1 : 0];
  const page = await readPage(check, { channel, limit: WIDE, [cursor]: from?.id ?? "" });
  const places = roots.map(({ id }) => page.ids.indexOf(id)).filter((place) => place >= 0);
  const [first = 0, second = 0] = places;
  return first > second ? "newest-first" : "oldest-first";
}

/** The message at one end of a page in time; where two share an instant, the direction of the page decides. */
export function endOf({ messages }: Page, end: "oldest" | "newest", direction: Direction): JsonObject | undefined {
  const inTime = direction === "oldest-first" ? [...messages] : [...messages].reverse();
  const sorted = inTime.sort((left, right) => instantOf(left) - instantOf(right));
  return end === "oldest" ? sorted[0] : sorted.at(-1);
}

/** Creation in milliseconds; equal for messages that do not tell it, so that their order stays. */
function instantOf({ createdAt }: JsonObject): number {
  const instant = typeof createdAt === "string" ? Date.parse(createdAt) : 0;
  return Number.isNaN(instant) ? 0 : instant;
}

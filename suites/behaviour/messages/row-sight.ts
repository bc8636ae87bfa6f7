import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { type FlaggedMessage, flaggingOf } from "./flagging.ts";
import { type MessageSighting, pagesOf, sightingOn, sightOf } from "./listed.ts";

type Placed = Pick<FlaggedMessage, "sent" | "stretch">;

/** Returns a message of the row as it is read; null for a reply that is not listed. */
export type Sight = (one: CaseContext, placed: Placed) => Promise<MessageSighting | null>;

/**
 * Returns a function that reads messages of the row that is flagged once per run. The whole row is read once for all
 * checks. A message is read separately if it is missing there, or requested a second time.
 */
export function rowSight(check: CheckContext): Sight {
  const asked = new Set<string>();
  return async (one, { sent, stretch }) => {
    const isFirst = !asked.has(sent.id);
    asked.add(sent.id);
    const pages = isFirst ? await readOnce(check.context)(check) : [];
    const page = pages.find(({ ids }) => ids.includes(sent.id));
    return sightingOn(page, sent.id) ?? sightOf(one, sent, stretch);
  };
}

const readOnce = oncePerRun(() =>
  once(async (check: CheckContext) => {
    const { channel, closing, unflagged } = await flaggingOf(check.context)(check);
    return pagesOf(check, { channel, later: closing, earlier: unflagged[0]?.sent });
  }),
);

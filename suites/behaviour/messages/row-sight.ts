import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { type FlaggedMessage, flaggingOf } from "./flagging.ts";
import { type MessageSighting, pagesOf, sightingOn, sightOf } from "./listed.ts";

type Placed = Pick<FlaggedMessage, "sent" | "stretch">;

/** Where a message of the row is read; null for a reply that is not. */
export type Sight = (one: CaseContext, placed: Placed) => Promise<MessageSighting | null>;

/**
 * Passes for messages of the row that is flagged once a run. All of the row is read together, once for all who look: a message
 * is looked for by itself where it does not show there, or when it is asked for a second time.
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

const readOnce = onceARun(() =>
  once(async (check: CheckContext) => {
    const { channel, closing, unflagged } = await flaggingOf(check.context)(check);
    return pagesOf(check, { channel, later: closing, earlier: unflagged[0]?.sent });
  }),
);

import { statusOf } from "../../client/exchange.ts";
import type { CheckContext } from "../../engine/check.ts";
import { onceARun } from "../../engine/once-a-run.ts";
import { ownChannels } from "../messages/channels.ts";
import { once } from "../once.ts";

/** The first channel of the caller's, where another agent is refused to read it: who does not belong to it. Asked once a run. */
export const closedToAnother = onceARun(() =>
  once(async (check: CheckContext): Promise<string | null> => {
    const [channel] = ownChannels(check.world);
    const { apiKey } = check.world.target.fixtures.otherAgent ?? {};
    if (channel === undefined || apiKey === undefined) return null;
    const answer = await check.call("get-messages", { parameters: { channel } }, { apiKey });
    return [403, 404].includes(statusOf(answer) ?? 0) ? channel : null;
  }),
);

import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { ownChannels } from "./channels.ts";
import { search } from "./hits.ts";
import type { Sighting } from "./listed.ts";
import { askForPage, type PageInput, pageOf, WIDE } from "./pages.ts";
import { isUnset } from "./requests.ts";

/** A message that a human wrote says so. */
export function humanChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "messages.fields.human-sender",
        name: "the message of a human names the human kind",
        operations: ["get-messages", "search-messages"],
        fixtures: ["memberChannel", "messages.byHuman"],
        writes: false,
      },
      async (check) => {
        const { exchange, message, pointer } = await locate(check, check.world.target.fixtures.messages?.byHuman ?? "");
        if (isUnset(message.senderType)) return;
        check.witnessed();
        const why = "a message that a human wrote must name the human kind as its sender type";
        expectEqual(exchange, `${pointer}/senderType`, "human", why);
        const hit = await findHit(check, message);
        if (hit === null) return;
        check.witnessed();
        expectEqual(hit.exchange, `${hit.pointer}/senderType`, "human", why);
      },
    ),
  ];
}

/** Finds an older message: in the page after the one that stands before it, in either channel. */
async function locate(check: CheckContext, id: string): Promise<Sighting> {
  for (const channel of ownChannels(check.world)) {
    const before = await idsIn(check, { channel, limit: 1, before: id });
    const after = await idsIn(check, { channel, limit: 1, after: id });
    const cursors = [
      ...before.map((earlier) => ({ after: earlier })),
      ...after.map((later) => ({ before: later })),
      {},
    ];
    for (const cursor of cursors) {
      const exchange = await askForPage(check, { channel, limit: WIDE, ...cursor });
      if (statusOf(exchange) !== 200) continue;
      const { ids, messages } = pageOf(exchange);
      const place = ids.indexOf(id);
      if (place >= 0) return { exchange, pointer: `/data/messages/${place}`, message: messages[place] ?? {} };
    }
  }
  throw new Inconclusive("the message messages.byHuman is read in neither channel of the caller");
}

async function idsIn(check: CheckContext, input: PageInput): Promise<readonly string[]> {
  const exchange = await askForPage(check, input);
  return statusOf(exchange) === 200 ? pageOf(exchange).ids : [];
}

/** The message as a search for its longest words shows it; null where others of their kind fill the answers. */
async function findHit(check: CheckContext, { id, content }: JsonObject): Promise<Sighting | null> {
  const words = String(content).match(/[a-z]{4,12}/gi) ?? [];
  const longest = [...new Set(words)].sort((left, right) => right.length - left.length).slice(0, 4);
  for (const query of [longest.join(" "), ...longest].filter((text) => text !== "")) {
    const { exchange, ids, hits } = await search(check, { query });
    const place = ids.indexOf(String(id));
    if (place >= 0) return { exchange, pointer: `/data/messages/${place}`, message: hits[place] ?? {} };
  }
  return null;
}

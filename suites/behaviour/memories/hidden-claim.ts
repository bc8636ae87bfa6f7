import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { ifPossible, orAside } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CallOptions, CheckContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { StoodAside } from "../../outcome/skipped.ts";
import { stringAt } from "../../verifiers/read.ts";
import { fieldSchema, wordsOf } from "../document-facts.ts";
import { sendMessage } from "../messages/requests.ts";
import { recall } from "../recall/recalling.ts";
import { needSoon } from "../soon.ts";
import { askToRemember, contentOf } from "./claims.ts";
import { expectFound } from "./listing.ts";

/** What another agent has written where the caller may not read, with all that is known of it. */
export interface HiddenClaim {
  readonly id: string;
  readonly content: string;
  /** A value in its metadata, and a tag of it. */
  readonly topic: string;
}

/**
 * Written once in a run, for all who look for it.
 *
 * @throws StoodAside where the other agent may not write there, or not read.
 */
export function hiddenClaim(check: CheckContext): Promise<HiddenClaim> {
  return claimOf(check.world)(check);
}

const claimOf = onceARun(() => once(write));

async function write(check: CheckContext): Promise<HiddenClaim> {
  const { unreadableScope: scope_id = "", otherAgent } = check.world.target.fixtures;
  const options = { apiKey: otherAgent?.apiKey ?? "" };
  const topic = wordOf(check.world, "topic of what is hidden");
  const content = `${wordOf(check.world, "hidden from recall")} ${contentOf(check, "hidden from recall")}`;
  // A preference, where there are any: a bootstrap shows those apart from decisions, which are known to be hidden anyway.
  const kind = wordsOf(fieldSchema(check.world.document, "remember", "kind"), "kind").find(
    (one) => one === "preference",
  );
  const members = { content, scope_id, metadata: { topic, tags: [topic] }, ...(kind === undefined ? {} : { kind }) };
  const answer = await asAnother(check, members, options);
  if (statusOf(answer) !== 200) throw new StoodAside("another agent may not write into the scope that is hidden");
  const id = stringAt(answer, "/data/id");
  // Who may write there need not be able to read there.
  await orAside(() =>
    needSoon(check, "recall.finds", async () =>
      expectFound((await recall(check, { query: content }, options)).hits, id, "it is not recalled there"),
    ),
  );
  return { id, content, topic };
}

/** What the caller's own claims come from need not be for another to name: where it is refused, that one derives from its own. */
async function asAnother(check: CheckContext, members: JsonObject, options: CallOptions): Promise<Exchange> {
  const answer = await askToRemember(check, members, options);
  const channelId = check.world.target.fixtures.otherAgent?.channel;
  if (statusOf(answer) === 200 || channelId === undefined) return answer;
  const source = await ifPossible(() => sendMessage(check, "the source of what is hidden", { channelId }, options));
  if (source === null) return answer;
  return askToRemember(check, { ...members, derived_from: [{ id: source.id }] }, options);
}

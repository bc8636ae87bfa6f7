import { groupBy } from "../../spec/group-by.ts";
import { MESSAGE_LISTS } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { createdHere, viewsOfListing } from "../knowledge/resources.ts";
import { isSettled } from "../knowledge/settled.ts";
import { expectEqual } from "../verifiers/expect.ts";
import type { ShownResource } from "../verifiers/same-resource.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** A message of others has one content in all lists, as long as nobody edits it. */
export const messageContentRules: readonly Rule[] = [
  {
    requirement: "consistency.message-views",
    name: "lists show a message of others with the content that they show before and after",
    operations: ["get-messages", "search-messages"],
    judge,
  },
];

/** Others may edit a message, so only a content that was shown long before and is shown long after is expected between. */
function judge(knowledge: Knowledge): number {
  let judged = 0;
  for (const views of viewsOfOthers(knowledge).values()) {
    const ends = endsByContent(views);
    for (const view of views) {
      const content = [...ends.keys()].find((text) => isBetween(knowledge, view, ends.get(text)));
      if (content === undefined) continue;
      judged += 1;
      const why = "a message must have the content that lists before and after this one show";
      const exchanges = [...new Set([...(ends.get(content) ?? []), view].map(({ exchange }) => exchange))];
      withEvidence(exchanges, () => expectEqual(view.exchange, `${view.pointer}/content`, content, why));
    }
  }
  return judged;
}

/** Returns what lists show of the messages that the run has not sent, by message. */
function viewsOfOthers(knowledge: Knowledge): ReadonlyMap<string, readonly ShownResource[]> {
  const sent = createdHere(knowledge, "send-message");
  const all = MESSAGE_LISTS.flatMap((list) => viewsOfListing(knowledge, list));
  const ofOthers = all.filter(({ value: { id, content } }) => !sent.has(String(id)) && typeof content === "string");
  // Two channels may use the same id for different messages.
  return groupBy(ofOthers, ({ value }) => JSON.stringify([value.id, value.senderId, value.createdAt]));
}

/** Returns the first and the last view with each content. */
function endsByContent(views: readonly ShownResource[]): ReadonlyMap<string, readonly [ShownResource, ShownResource]> {
  const ordered = views.toSorted((one, other) => one.exchange.sequence - other.exchange.sequence);
  const ends = new Map<string, readonly [ShownResource, ShownResource]>();
  for (const view of ordered) {
    const content = String(view.value.content);
    ends.set(content, [ends.get(content)?.[0] ?? view, view]);
  }
  return ends;
}

function isBetween(
  knowledge: Knowledge,
  { exchange }: ShownResource,
  ends: readonly [ShownResource, ShownResource] | undefined,
): boolean {
  return (
    ends !== undefined &&
    isSettled(knowledge, ends[0].exchange, exchange) &&
    isSettled(knowledge, exchange, ends[1].exchange)
  );
}

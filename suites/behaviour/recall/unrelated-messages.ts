import type { Json } from "../../../spec/json.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { type SentMessage, sendMessage } from "../messages/requests.ts";
import { type Group, queryAndWalkOf } from "./provenance-fixtures.ts";
import { type Recollection, recall } from "./requests.ts";

/**
 * The provenance of a hit does not include other messages of its channel. The thread of a source may be shown with it,
 * so a message outside of threads is checked.
 */
export function otherMessagesNotShown(groupOf: (check: CheckContext) => Promise<Group>): Check {
  return defineCheck(
    {
      requirement: "recall.expand.provenance",
      name: "messages that are no source of a hit are not shown",
      operations: ["recall", "remember", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const group = await groupOf(check);
      const unrelated = await sendMessage(check, "beside the source of claims", { channelId: group.source.channelId });
      let isJudged = false;
      for (const start of queryAndWalkOf(group)) {
        const recollection = await recall(check, { ...start, expand: ["provenance"] });
        const { messages } = recollection;
        // If the source is not shown, the absence of other messages proves nothing.
        if (!messages.some(({ id }) => id === group.source.id) || mayBeSource(check, recollection, unrelated)) continue;
        isJudged = true;
        check.asserted();
        expectNotShown(recollection, unrelated);
      }
      if (!isJudged) throw new NotApplicable("no source message is shown, or any message may be a source of a hit");
    },
  );
}

/** Fails if a message from which nothing was derived is shown as a source. */
export function expectNotShown({ messages }: Recollection, { id: unrelatedId }: SentMessage): void {
  const place = messages.findIndex(({ id }) => id === unrelatedId);
  expectThat(place < 0, {
    message: "expanding provenance should return only messages that hits were derived from",
    expected: `no message ${unrelatedId}`,
    actual: `found at /data/messages/${place}`,
    pointer: `/data/messages/${place}`,
    keyword: "present",
  });
}

/**
 * Returns true if a hit may be derived from the message nevertheless: by a claim of the run, or one that the service
 * made of it by itself.
 */
export function mayBeSource(check: CheckContext, { hits, edges }: Recollection, { id, word }: SentMessage): boolean {
  const holds = (value: Json | undefined, text: string) => JSON.stringify(value ?? null).includes(text);
  return (
    check.history("remember").some(({ input }) => holds(input.body, id)) ||
    edges.some((edge) => holds(edge, id)) ||
    hits.some(({ memory }) => holds(memory, word))
  );
}

import type { Json } from "../../../spec/json.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { type SentMessage, sendMessage } from "../messages/requests.ts";
import { type Group, startsOf } from "./provenance-fixtures.ts";
import { type Recollection, recall } from "./recalling.ts";

/**
 * Where a hit comes from does not concern what else was said in that channel. What is in the thread of a source may be
 * shown with it: looked for is a message of no thread.
 */
export function sourcesAlone(groupOf: (check: CheckContext) => Promise<Group>): Check {
  return defineCheck(
    {
      requirement: "recall.expand.provenance",
      name: "other messages of a source's channel are not shown",
      operations: ["recall", "remember", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const group = await groupOf(check);
      const bystander = await sendMessage(check, "beside the source of claims", { channelId: group.source.channelId });
      let told = false;
      for (const start of startsOf(group)) {
        const recollection = await recall(check, { ...start, expand: ["provenance"] });
        const { messages } = recollection;
        // Where no source is shown, another message is not either.
        if (!messages.some(({ id }) => id === group.source.id) || isLinked(check, recollection, bystander)) continue;
        told = true;
        check.asserted();
        expectNotShown(recollection, bystander);
      }
      if (!told) throw new NotApplicable("no provenance message is shown, or a hit comes from any message");
    },
  );
}

/** Fails where a message that nothing was derived from is shown as a source. */
export function expectNotShown({ messages }: Recollection, { id: bystander }: SentMessage): void {
  const place = messages.findIndex(({ id }) => id === bystander);
  expectThat(place < 0, {
    message: "with provenance expanded a message that no hit was derived from should not be shown",
    expected: `no message ${bystander}`,
    actual: `it is at /data/messages/${place}`,
    pointer: `/data/messages/${place}`,
    keyword: "present",
  });
}

/** Whether a hit may come from a message all the same: by a claim of the run, or one that a service made of it by itself. */
export function isLinked(check: CheckContext, { hits, edges }: Recollection, { id, word }: SentMessage): boolean {
  const holds = (value: Json | undefined, text: string) => JSON.stringify(value ?? null).includes(text);
  return (
    check.history("remember").some(({ input }) => holds(input.body, id)) ||
    edges.some((edge) => holds(edge, id)) ||
    hits.some(({ memory }) => holds(memory, word))
  );
}

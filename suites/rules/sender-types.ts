import { accepted } from "../knowledge/exchanges.ts";
import { MESSAGE_LISTS } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { viewsOfListing } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** Rules on the sender type in responses. */
export const senderTypeRules: readonly Rule[] = [
  {
    requirement: "messages.send.sender-type",
    name: "no message of an agent names a human",
    operations: ["send-message"],
    judge: judgeSenderType,
  },
  {
    requirement: "messages.fields.human-sender",
    name: "a message of a human names a human",
    operations: ["get-messages", "search-messages"],
    fixtures: ["messages.byHuman"],
    judge: judgeHuman,
  },
];

/** Judges the message of a human that the target file names, in every list that shows it. */
function judgeHuman(knowledge: Knowledge): number {
  const id = knowledge.context.target.fixtures.messages?.byHuman;
  const shown = MESSAGE_LISTS.flatMap((list) => viewsOfListing(knowledge, list)).filter(
    ({ value }) => value.id === id && !isUnset(value.senderType),
  );
  for (const { value, exchange, pointer } of shown) {
    withEvidence([exchange], () =>
      expectThat(value.senderType === "human", {
        message: "a message of a human must have the sender type human",
        expected: "human",
        actual: JSON.stringify(value.senderType),
        pointer: `${pointer}/senderType`,
        keyword: "value",
      }),
    );
  }
  return shown.length;
}

function judgeSenderType(knowledge: Knowledge): number {
  const sent = accepted(knowledge, "send-message");
  for (const { exchange } of sent) {
    withEvidence([exchange], () =>
      expectThat(valueAt(exchange, "/data/senderType") !== "human", {
        message: "a message that an agent sent should not name a human as its sender",
        expected: "another kind of sender",
        actual: "human",
        pointer: "/data/senderType",
        keyword: "human",
      }),
    );
  }
  return sent.length;
}

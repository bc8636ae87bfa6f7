import { accepted } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectThat } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
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
];

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

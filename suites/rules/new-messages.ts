import { createdAnew } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** A new message has not been edited or deleted. */
export const newMessageRules: readonly Rule[] = [
  {
    requirement: "messages.send.untouched",
    name: "no message that was just sent is edited or deleted",
    operations: ["send-message"],
    judge: judgeUntouched,
  },
];

function judgeUntouched(knowledge: Knowledge): number {
  const sent = createdAnew(knowledge, "send-message");
  for (const { exchange } of sent) {
    const isEdited = valueAt(exchange, "/data/isEdited") === true;
    const isDeleted = !isUnset(valueAt(exchange, "/data/deletedAt"));
    const [field, what] = isEdited ? ["isEdited", "edited"] : ["deletedAt", "deleted"];
    withEvidence([exchange], () =>
      expectThat(!isEdited && !isDeleted, {
        message: `a message that was just sent should not be ${what}`,
        expected: `no ${field} that says so`,
        actual: `it is ${what}`,
        pointer: `/data/${field}`,
        keyword: what,
      }),
    );
  }
  return sent.length;
}

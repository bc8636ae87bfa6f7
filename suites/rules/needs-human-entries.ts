import { statusOf } from "../client/exchange.ts";
import { accepted, hasTargetDetails, requested } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { createdByCaller } from "../knowledge/resources.ts";
import { isFlagSet } from "../verifiers/needs-human.ts";
import { type Cause, causeOf } from "./rejections.ts";
import { judgeItems, type Rule } from "./rule.ts";

/** Only flagged messages have the entry of a flag. */
export const needsHumanEntryRules: readonly Rule[] = [
  {
    requirement: "messages.flag.only-the-message",
    name: "no entry on a message that nobody has flagged",
    operations: ["flag-needs-human", "get-messages", "send-message"],
    judge: (knowledge) =>
      judgeEntries(knowledge, "not requested", "flagging one message must set no needsHuman entry on another"),
  },
  {
    requirement: "messages.flag.refused-without-effect",
    name: "no entry on a message whose flags were all rejected",
    operations: ["flag-needs-human", "get-messages", "send-message"],
    judge: (knowledge) =>
      judgeEntries(knowledge, "input", "a message whose flag was rejected must have no needsHuman entry"),
  },
  {
    requirement: "auth.refused-without-effect",
    name: "no entry on a message that was flagged without valid credentials alone",
    operations: ["flag-needs-human", "get-messages", "send-message"],
    judge: (knowledge) =>
      judgeEntries(
        knowledge,
        "credentials",
        "a message whose flag was rejected for its credentials must have no needsHuman entry",
      ),
  },
];

function judgeEntries(knowledge: Knowledge, cause: Cause, message: string): number {
  if (!hasTargetDetails(knowledge) || accepted(knowledge, "flag-needs-human").length === 0) return 0;
  const flags = knowledge.history("flag-needs-human");
  const statusesOf = (id: unknown) =>
    flags.filter((entry) => requested(entry, "messageId") === id).map(({ exchange }) => statusOf(exchange));
  const sent = [...createdByCaller(knowledge, "send-message")].filter(([id]) => causeOf(statusesOf(id)) === cause);
  const contents = new Map(sent.map(([id, view]) => [id, view.value.content]));
  for (const entry of accepted(knowledge, "get-messages").filter(({ isOwn }) => isOwn)) {
    judgeItems(entry, "/data/messages", ({ id, content, metadata }) =>
      // Two channels may use the same id for different messages; texts of the run are unique.
      !contents.has(String(id)) || contents.get(String(id)) !== content || !isFlagSet(metadata)
        ? null
        : { message, expected: "no needsHuman entry", member: "metadata", keyword: "flag" },
    );
  }
  return contents.size;
}

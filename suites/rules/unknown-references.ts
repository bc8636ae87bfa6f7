import { statusOf } from "../client/exchange.ts";
import { isDecided } from "../client/load-rejection.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { absentId } from "../models/absent-id.ts";
import { namedIds } from "../target/named-ids.ts";
import { expectThat } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** Members that name a resource, and the requirement that is broken if a request with an unknown id is accepted. */
const REFERENCES = [
  { operation: "send-message", members: ["channelId"], requirement: "messages.send.unknown-channel" },
  { operation: "send-message", members: ["threadId"], requirement: "messages.send.unknown-thread" },
  { operation: "flag-needs-human", members: ["messageId"], requirement: "messages.flag.unknown-message" },
  { operation: "block-task", members: ["taskId"], requirement: "tasks.block.unknown-task" },
  { operation: "release-task", members: ["taskId"], requirement: "tasks.release.unknown-task" },
  {
    operation: "create-task",
    members: ["parentTaskId", "assigneeAgentId", "assigneeUserId", "channelId"],
    requirement: "tasks.create.unknown-references",
  },
];

/** A request with an unknown id is not accepted, whatever else it contains. */
export const unknownReferenceRules: readonly Rule[] = REFERENCES.map(({ operation, members, requirement }) => ({
  requirement,
  name: `no ${operation} is accepted with a ${members.join(" or ")} that does not exist`,
  operations: [operation],
  isAdditional: true,
  judge: (knowledge) => judge(knowledge, operation, members),
}));

function judge(knowledge: Knowledge, operation: string, members: readonly string[]): number {
  const absent = absentIds(knowledge);
  const all = knowledge.history(operation).flatMap((entry) => {
    const member = members.find((name) => absent.has(requested(entry, name)));
    return member === undefined || !isDecided(entry.exchange) ? [] : [{ entry, member }];
  });
  for (const { entry, member } of all) {
    withEvidence([entry.exchange], () =>
      expectThat(statusOf(entry.exchange) !== 200, {
        message: `${operation} with a ${member} that does not exist must be rejected`,
        expected: "a rejection",
        actual: "200",
        keyword: "accepted",
      }),
    );
  }
  return all.length;
}

/** Returns the made-up ids of the run: one for each known id, in the same format. */
function absentIds(knowledge: Knowledge): ReadonlySet<unknown> {
  const created = ["create-task", "send-message"].flatMap((operation) =>
    accepted(knowledge, operation).map(({ exchange }) => valueAt(exchange, "/data/id")),
  );
  const known = [...namedIds(knowledge.context.target), ...created].filter((id) => typeof id === "string");
  return new Set(known.map((id) => absentId(id, knowledge.context.mark)));
}

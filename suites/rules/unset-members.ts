import { type Json, textsIn } from "../../spec/json.ts";
import { requested, uniquelyCreated } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** Optional members for which each request sends its own value. */
const MEMBERS = [
  { operation: "create-task", member: "description", requirement: "tasks.create.description" },
  { operation: "remember", member: "metadata", requirement: "memories.remember.metadata" },
] as const;

/** Members of a task that have no value unless a request sets one. */
const UNSET_MEMBERS = [
  { member: "parentTaskId", requirement: "tasks.create.parent" },
  { member: "channelId", requirement: "tasks.create.channel" },
] as const;

/**
 * A resource that was created without a member does not show the value of another request, as a server that reuses
 * request data may do.
 */
export const unsetMemberRules: readonly Rule[] = [
  ...MEMBERS.map(
    ({ operation, member, requirement }): Rule => ({
      requirement,
      name: `a resource created without a ${member} does not show another request's ${member}`,
      operations: [operation],
      judge: (knowledge) => judgeUnset(knowledge, operation, member),
    }),
  ),
  ...UNSET_MEMBERS.map(
    ({ member, requirement }): Rule => ({
      requirement,
      name: `a task created without a ${member} has none`,
      operations: ["create-task"],
      judge: (knowledge) => judgeEmpty(knowledge, member),
    }),
  ),
];

function judgeEmpty(knowledge: Knowledge, member: string): number {
  // The contract does not state what a sub-task takes over from its parent.
  const without = uniquelyCreated(knowledge, "create-task").filter((entry) =>
    [member, "parentTaskId"].every((name) => (requested(entry, name) ?? null) === null),
  );
  for (const { exchange } of without) {
    const actual = valueAt(exchange, `/data/${member}`);
    withEvidence([exchange], () =>
      expectThat(isUnset(actual), {
        message: `a task created without a ${member} must have none`,
        expected: `no ${member}`,
        actual: JSON.stringify(actual),
        pointer: `/data/${member}`,
        keyword: "set",
      }),
    );
  }
  return without.length;
}

function judgeUnset(knowledge: Knowledge, operation: string, member: string): number {
  const created = uniquelyCreated(knowledge, operation);
  const sent = new Set(knowledge.history(operation).flatMap((entry) => longTextsIn(requested(entry, member))));
  // A sub-task may take over values of its parent.
  const without = created.filter(
    (entry) => requested(entry, member) === undefined && requested(entry, "parentTaskId") === undefined,
  );
  for (const entry of without) {
    const own = JSON.stringify(entry.input.body ?? null);
    const strange = longTextsIn(valueAt(entry.exchange, `/data/${member}`)).find((text) => sent.has(text));
    // A service may derive a value from the rest of the request.
    if (strange === undefined || isPartOf(own, strange)) continue;
    withEvidence([entry.exchange], () =>
      expectThat(false, {
        message: `a resource created without a ${member} must not have the ${member} of another request`,
        expected: `no ${member}, or a value that no other request sent`,
        actual: strange.slice(0, 80),
        pointer: `/data/${member}`,
        keyword: "anothers",
      }),
    );
  }
  return without.length;
}

function isPartOf(body: string, text: string): boolean {
  return body.includes(JSON.stringify(text).slice(1, -1));
}

/** Shorter texts may occur in any value. */
const MIN_LETTERS = 12;

function longTextsIn(value: Json | undefined): readonly string[] {
  return textsIn(value).filter((text) => text.length >= MIN_LETTERS);
}

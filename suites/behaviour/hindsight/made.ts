import type { Json } from "../../../spec/json.ts";
import type { CheckContext } from "../../engine/check.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { judging } from "../evidence.ts";
import { askedFor, granted, type Rule } from "./rule.ts";

/** Members of which a value that was taken comes back, whatever stood beside it. */
const ECHOED = [
  { operation: "create-task", member: "status", requirement: "tasks.create.initial-status" },
  { operation: "create-task", member: "priority", requirement: "tasks.create.priority" },
  { operation: "create-task", member: "assigneeAgentId", requirement: "tasks.create.assignee-agent" },
  { operation: "create-task", member: "parentTaskId", requirement: "tasks.create.parent" },
  { operation: "create-task", member: "channelId", requirement: "tasks.create.channel" },
  { operation: "remember", member: "kind", requirement: "memories.remember.kind" },
] as const;

/** What was made is what was asked for, and each has what no other has. */
export const madeRules: readonly Rule[] = [
  ...ECHOED.map(
    ({ operation, member, requirement }): Rule => ({
      requirement,
      name: `the ${member} that was asked for comes back`,
      operations: [operation],
      judge: (check) => judgeEchoes(check, operation, member),
    }),
  ),
  {
    requirement: "tasks.fields.identifier",
    name: "no two tasks share an identifier",
    operations: ["create-task"],
    judge: (check) => judgeDistinct(check, "identifier"),
  },
  {
    requirement: "consistency.unique-ids",
    name: "no two tasks share an id",
    operations: ["create-task"],
    judge: (check) => judgeDistinct(check, "id"),
  },
  {
    requirement: "auth.acts-as-agent",
    name: "tasks that are made with one key name one maker",
    operations: ["create-task"],
    judge: judgeMaker,
  },
];

function judgeEchoes(check: CheckContext, operation: string, member: string): number {
  const known = thingsThatAreThere(check);
  const asking = granted(check, operation).filter((past) => {
    const value = askedFor(past, member);
    // Whether a task can have an agent and a user, and name what is not there, are requirements of their own.
    const isTaken = typeof value === "string" && askedFor(past, "assigneeUserId") === undefined;
    return isTaken && (!member.endsWith("Id") || known.has(value));
  });
  for (const past of asking) {
    const why = `what is made with a ${member} must come back with it`;
    judging([past.exchange], () => expectEqual(past.exchange, `/data/${member}`, askedFor(past, member) ?? null, why));
  }
  return asking.length;
}

/** Ids of the target file, and of tasks that were made and their makers. */
function thingsThatAreThere(check: CheckContext): ReadonlySet<string> {
  const named: string[] = [];
  JSON.stringify(check.world.target.fixtures, (_key, value: unknown) => {
    if (typeof value === "string") named.push(value);
    return value;
  });
  const made = ["id", "createdByAgentId"].flatMap((field) => given(check, field).map(({ value }) => value));
  return new Set([...named, ...made]);
}

/** Values that the answers to own creations give for a field of the task, with the answer. */
function given(check: CheckContext, field: string) {
  const own = granted(check, "create-task").filter(({ isOwn }) => isOwn);
  return own.flatMap(({ exchange }) => {
    const value: Json | undefined = valueAt(exchange, `/data/${field}`);
    return typeof value === "string" && value !== "" ? [{ exchange, value }] : [];
  });
}

function judgeDistinct(check: CheckContext, field: string): number {
  const known = new Map<string, (typeof all)[number]>();
  const all = given(check, field);
  for (const one of all) {
    const earlier = known.get(one.value);
    judging([...(earlier ? [earlier.exchange] : []), one.exchange], () =>
      expectThat(earlier === undefined, {
        message: `no two tasks must share the ${field}`,
        expected: `one of its own`,
        actual: `${one.value}, which another task has`,
        pointer: `/data/${field}`,
        keyword: "shared",
      }),
    );
    known.set(one.value, one);
  }
  return all.length > 1 ? all.length : 0;
}

function judgeMaker(check: CheckContext): number {
  const all = given(check, "createdByAgentId");
  const [first] = all;
  for (const { exchange, value } of all) {
    judging([...(first ? [first.exchange] : []), exchange], () =>
      expectThat(value === first?.value, {
        message: "all tasks that are made with one key must name the same maker",
        expected: String(first?.value),
        actual: value,
        pointer: "/data/createdByAgentId",
        keyword: "agent",
      }),
    );
  }
  return all.length > 1 ? all.length : 0;
}

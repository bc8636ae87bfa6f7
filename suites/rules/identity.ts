import type { Json } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { accepted } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { TASK_LIST } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, isOfOtherWorkspace, viewsOfListing } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

const TASK_RESPONSES = ["create-task", "block-task", "release-task"] as const;
const CREATOR = "createdByAgentId";
const WORKSPACE = "workspaceId";

/** A key belongs to one agent of one workspace, in every response. */
export const identityRules: readonly Rule[] = [
  {
    requirement: "auth.acts-as-agent",
    name: "tasks that are created with one key name one creator",
    operations: ["create-task"],
    judge: (knowledge) =>
      judgeSame(
        creatorsOf(knowledge, ({ isOwn }) => isOwn),
        "agent",
      ),
  },
  {
    requirement: "auth.acts-as-agent",
    name: "tasks that are created with the keys of two agents name different creators",
    operations: ["create-task"],
    fixtures: ["otherAgent.apiKey"],
    judge: (knowledge) => {
      const { apiKey, id } = knowledge.context.target.fixtures.otherAgent ?? {};
      const own = creatorsOf(knowledge, ({ isOwn }) => isOwn);
      const others = creatorsOf(knowledge, ({ otherKey }) => otherKey !== null && otherKey === apiKey);
      const named = id === undefined ? 0 : own.filter((one) => judgeDifferent(id, one, "agent")).length;
      return named + judgeApart(own, others, "agent") + others.filter((one) => judgeExpected(id, one, "agent")).length;
    },
  },
  {
    requirement: "auth.own-workspace",
    name: "every task that is created, changed or listed names one workspace",
    operations: [...TASK_RESPONSES, TASK_LIST.operation],
    judge: (knowledge) => judgeSame(workspacesOf(knowledge), "workspace"),
  },
  {
    requirement: "auth.own-workspace",
    name: "tasks that are created with the keys of two workspaces name different ones",
    operations: ["create-task"],
    fixtures: ["otherWorkspace.apiKey"],
    judge: (knowledge) => {
      const abroad = accepted(knowledge, "create-task").filter((entry) => isOfOtherWorkspace(knowledge, entry));
      return judgeApart(workspacesOf(knowledge), namesIn(abroad, WORKSPACE), "workspace");
    },
  },
  verifiedRule("agent", "agentId", (knowledge) => creatorsOf(knowledge, ({ isOwn }) => isOwn)),
  verifiedRule("workspace", WORKSPACE, workspacesOf),
];

/** Returns the rule that a verification names the same agent or workspace as the caller's tasks. */
function verifiedRule(what: string, field: string, namesOf: (knowledge: Knowledge) => readonly ShownName[]): Rule {
  return {
    requirement: `connection.${what}`,
    name: `a verification names the ${what} of the caller's tasks`,
    operations: ["verify-connection", "create-task"],
    fixtures: ["challengeTokens"],
    judge: (knowledge) => {
      const { agent } = knowledge.context.target.fixtures;
      const expected = namesOf(knowledge)[0]?.name ?? (what === "agent" ? agent?.id : undefined);
      const verifications = accepted(knowledge, "verify-connection").filter(
        ({ isOwn, exchange }) => isOwn && valueAt(exchange, "/data/ok") === true,
      );
      return namesIn(verifications, field).filter((one) => judgeExpected(expected, one, what)).length;
    },
  };
}

/** A name of an agent or a workspace in a response. */
interface ShownName {
  readonly exchange: Exchange;
  readonly pointer: string;
  readonly name: Json;
}

function namesIn(entries: readonly HistoryEntry[], field: string): readonly ShownName[] {
  return entries.flatMap(({ exchange }) => shownName(exchange, `/data/${field}`));
}

function shownName(exchange: Exchange, pointer: string): readonly ShownName[] {
  const name = valueAt(exchange, pointer);
  return name === undefined || isUnset(name) ? [] : [{ exchange, pointer, name }];
}

function creatorsOf(knowledge: Knowledge, by: (entry: HistoryEntry) => boolean): readonly ShownName[] {
  return namesIn(accepted(knowledge, "create-task").filter(by), CREATOR);
}

/** Returns the workspaces of all tasks. Listed tasks of others count too, since none may be of another workspace. */
function workspacesOf(knowledge: Knowledge): readonly ShownName[] {
  const responses = TASK_RESPONSES.flatMap((operation) => acceptedHere(knowledge, operation));
  const listed = viewsOfListing(knowledge, TASK_LIST);
  return [
    ...namesIn(responses, WORKSPACE),
    ...listed.flatMap(({ exchange, pointer }) => shownName(exchange, `${pointer}/${WORKSPACE}`)),
  ];
}

/** Judges that all responses name the same, and returns how many do if there are several. */
function judgeSame([first, ...others]: readonly ShownName[], what: string): number {
  return others.filter((one) => judgeExpected(first?.name, one, what)).length;
}

/** Judges that one response names what is expected. Returns false if nothing is. */
function judgeExpected(expected: Json | undefined, { exchange, pointer, name }: ShownName, what: string): boolean {
  if (expected === undefined) return false;
  withEvidence([exchange], () =>
    expectThat(name === expected, {
      message: `all responses to one key must name the same ${what}`,
      expected: JSON.stringify(expected),
      actual: JSON.stringify(name),
      pointer,
      keyword: what,
    }),
  );
  return true;
}

/** Judges that what is created with another key names none of these, and returns how many were judged. */
function judgeApart([first]: readonly ShownName[], others: readonly ShownName[], what: string): number {
  if (first === undefined) return 0;
  return others.filter((one) => judgeDifferent(first.name, one, what)).length;
}

function judgeDifferent(known: Json, { exchange, pointer, name }: ShownName, what: string): boolean {
  withEvidence([exchange], () =>
    expectThat(name !== known, {
      message: `a task that is created with the key of another ${what} must name another ${what}`,
      expected: `another ${what} than ${JSON.stringify(known)}`,
      actual: `the same ${what}`,
      pointer,
      keyword: what,
    }),
  );
  return true;
}

import type { Json } from "../../spec/json.ts";
import type { Fixtures } from "../../spec/target-file.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { LIST_POINTERS } from "../models/bootstrap-lists.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { judgeItems, type Rule } from "./rule.ts";

const UNREADABLE = ["memories.unreadable.id"];
const UNREADABLE_MEMORY = named(({ memories }) => memories?.unreadable?.id);
const FOREIGN_CHANNEL = named(({ foreignChannel }) => foreignChannel);

/** What the caller may not see is in no list for it, whatever the list was asked by. */
export const hiddenResourceRules: readonly Rule[] = [
  {
    requirement: "memories.permissions.unreadable-hidden",
    name: "no memory of an unreadable scope is shown",
    operations: ["search-memories"],
    fixtures: UNREADABLE,
    judge: (knowledge) =>
      judgeHidden(knowledge, {
        operation: "search-memories",
        lists: ["/data/hits"],
        what: "a memory",
        hidden: UNREADABLE_MEMORY,
      }),
  },
  ...(["hits", "walk", "scope"] as const).map(
    (part): Rule => ({
      requirement: `recall.permissions.${part}`,
      name: "no memory of an unreadable scope is shown",
      operations: ["recall"],
      fixtures: UNREADABLE,
      judge: (knowledge) =>
        judgeHidden(knowledge, {
          operation: "recall",
          lists: ["/data/hits"],
          what: "a memory",
          hidden: UNREADABLE_MEMORY,
          isMeant: (past) => partOf(past) === part,
        }),
    }),
  ),
  {
    requirement: "messages.search.membership",
    name: "no message of a channel that the caller does not belong to is shown",
    operations: ["search-messages"],
    fixtures: ["foreignChannel"],
    judge: (knowledge) =>
      judgeHidden(knowledge, {
        operation: "search-messages",
        lists: ["/data/messages"],
        what: "a message of a channel",
        hidden: FOREIGN_CHANNEL,
        field: "channelId",
      }),
  },
  {
    requirement: "messages.get.membership",
    name: "no page of a channel that the caller does not belong to is returned",
    operations: ["get-messages"],
    fixtures: ["foreignChannel"],
    judge: (knowledge) => {
      const { foreignChannel } = knowledge.context.target.fixtures;
      const pages = accepted(knowledge, "get-messages").filter(
        (past) => past.isOwn && isNamed(requested(past, "channel"), foreignChannel),
      );
      // Messages of a page need not name their channel: all of them are of the one that was asked for.
      for (const page of pages) {
        judgeItems(page, "/data/messages", () => ({
          message: "a channel that the caller does not belong to should not be read by it",
          expected: "a rejection, or no messages",
          keyword: "present",
        }));
      }
      return pages.length;
    },
  },
  {
    requirement: "recall.permissions.messages",
    name: "no message of a channel that the caller does not belong to is shown",
    operations: ["recall"],
    fixtures: ["foreignChannel"],
    judge: (knowledge) =>
      judgeHidden(knowledge, {
        operation: "recall",
        lists: ["/data/messages"],
        what: "a message of a channel",
        hidden: FOREIGN_CHANNEL,
        field: "channel_id",
      }),
  },
  {
    requirement: "bootstrap.permissions",
    name: "no memory of an unreadable scope is shown",
    operations: ["bootstrap-context"],
    fixtures: UNREADABLE,
    judge: (knowledge) =>
      judgeHidden(knowledge, {
        operation: "bootstrap-context",
        lists: LIST_POINTERS,
        what: "a memory",
        hidden: UNREADABLE_MEMORY,
      }),
  },
  {
    requirement: "bootstrap.membership",
    name: "no unreadable scope is shown",
    operations: ["bootstrap-context"],
    fixtures: ["unreadableScope"],
    judge: (knowledge) =>
      judgeHidden(knowledge, {
        operation: "bootstrap-context",
        lists: ["/data/scope_membership"],
        what: "a scope",
        hidden: named(({ unreadableScope }) => unreadableScope),
        // Whether another agent's context may be asked for, and what it names then, is open.
        isMeant: (past) =>
          [undefined, knowledge.context.target.fixtures.agent?.identityId].includes(
            asText(requested(past, "agent_identity_id")),
          ),
      }),
  },
  {
    requirement: "tasks.visibility.hidden",
    name: "no task in which the caller takes no part is shown",
    operations: ["list-tasks"],
    fixtures: ["otherAgent.apiKey"],
    judge: (knowledge) =>
      judgeHidden(knowledge, {
        operation: "list-tasks",
        lists: ["/data"],
        what: "a task",
        hidden: tasksOfOthers,
        // What naming a channel of others shows is a requirement of its own.
        isMeant: (past) => !isNamed(requested(past, "channel"), knowledge.context.target.fixtures.otherAgent?.channel),
      }),
  },
];

function isNamed(asked: Json | undefined, id: string | undefined): boolean {
  return id !== undefined && asked === id;
}

/** What the target file names there, where it does. */
function named(pick: (fixtures: Fixtures) => string | undefined): (knowledge: Knowledge) => readonly string[] {
  return ({ context }) => [pick(context.target.fixtures)].filter((id) => id !== undefined);
}

/** Tasks that another agent has created for itself alone, and that the caller has not tried to move. */
export function tasksOfOthers(knowledge: Knowledge): readonly string[] {
  const { otherAgent, ownedAgent, tasks } = knowledge.context.target.fixtures;
  // What an agent of the caller's takes part in, the caller does.
  if (otherAgent?.id !== undefined && otherAgent.id === ownedAgent) return [];
  const moved = ["block-task", "release-task"].flatMap((operation) =>
    knowledge.history(operation).flatMap((past) => (past.isOwn ? [requested(past, "taskId")] : [])),
  );
  const isOfOther = ({ otherKey }: Past) => otherKey !== null && otherKey === otherAgent?.apiKey;
  const hidden = new Set<Json | undefined>([undefined]);
  for (const past of accepted(knowledge, "create-task").filter(isOfOther)) {
    const id = asText(valueAt(past.exchange, "/data/id"));
    const isAlone =
      isUnsetOr(otherAgent?.id, requested(past, "assigneeAgentId")) &&
      isUnsetOr(otherAgent?.channel, requested(past, "channelId")) &&
      requested(past, "assigneeUserId") === undefined &&
      // What stands below another task may take over whose that is, and where it belongs.
      hidden.has(requested(past, "parentTaskId"));
    if (id !== undefined && isAlone && !moved.includes(id)) hidden.add(id);
  }
  return [tasks?.private, ...hidden]
    .flatMap((id) => (typeof id === "string" ? [id] : []))
    .filter((id) => !moved.includes(id));
}

/** What a recall asks for, of which such a memory would be a wrong answer. */
function partOf(past: Past): "hits" | "walk" | "scope" {
  if (requested(past, "seed_id") !== undefined) return "walk";
  return requested(past, "scope_id") !== undefined ? "scope" : "hits";
}

function isUnsetOr(expected: string | undefined, id: Json | undefined): boolean {
  return isUnset(id) || id === expected;
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Lists of an operation, and what must not be in them. */
interface Hiding {
  readonly operation: string;
  readonly lists: readonly string[];
  /** What is hidden, in a word. */
  readonly what: string;
  readonly hidden: (knowledge: Knowledge) => readonly string[];
  /** Which requests are meant: all, where nothing is said. */
  readonly isMeant?: (past: Past) => boolean;
  /** The field that names what is hidden: the id, where nothing is said. */
  readonly field?: string;
}

function judgeHidden(knowledge: Knowledge, hiding: Hiding): number {
  const { operation, lists, what, isMeant = () => true, field = "id" } = hiding;
  const hidden = hiding.hidden(knowledge);
  const own = accepted(knowledge, operation).filter((past) => past.isOwn && isMeant(past));
  if (hidden.length === 0) return 0;
  for (const past of own) {
    for (const list of lists) {
      judgeItems(past, list, ({ [field]: id }) =>
        typeof id !== "string" || !hidden.includes(id)
          ? null
          : {
              message: `${what} that is not for the caller to see must not be shown to it`,
              expected: "no such item",
              actual: id,
              keyword: "present",
            },
      );
    }
  }
  return own.length;
}

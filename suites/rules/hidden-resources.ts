import type { Json } from "../../spec/json.ts";
import type { Fixtures } from "../../spec/target-file.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { tasksOfOthers } from "../knowledge/tasks-of-others.ts";
import { LIST_POINTERS } from "../models/bootstrap-lists.ts";
import { judgeItems, type Rule } from "./rule.ts";

const UNREADABLE = ["memories.unreadable.id"];
const UNREADABLE_MEMORY = named(({ memories }) => memories?.unreadable?.id);
const FOREIGN_CHANNEL = named(({ foreignChannel }) => foreignChannel);

/** No list shows the caller a resource that it may not see, whatever the request. */
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
          isJudged: (entry) => partOf(entry) === part,
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
        (entry) => entry.isOwn && isNamed(requested(entry, "channel"), foreignChannel),
      );
      // Messages of a page need not name their channel: they are all of the requested one.
      for (const page of pages) {
        judgeItems(page, "/data/messages", () => ({
          message: "the caller should not read a channel that it is not a member of",
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
        // The contract leaves open whether another agent's context may be requested, and what it shows.
        isJudged: (entry) =>
          [undefined, knowledge.context.target.fixtures.agent?.identityId].includes(
            asText(requested(entry, "agent_identity_id")),
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
        // Listing by a channel of others has a requirement of its own.
        isJudged: (entry) =>
          !isNamed(requested(entry, "channel"), knowledge.context.target.fixtures.otherAgent?.channel),
      }),
  },
];

function isNamed(value: Json | undefined, id: string | undefined): boolean {
  return id !== undefined && value === id;
}

/** Returns the id that the target file has there, if any. */
function named(pick: (fixtures: Fixtures) => string | undefined): (knowledge: Knowledge) => readonly string[] {
  return ({ context }) => [pick(context.target.fixtures)].filter((id) => id !== undefined);
}

/** Returns the part of the contract that a recall tests and that an unreadable memory among its hits would break. */
function partOf(entry: HistoryEntry): "hits" | "walk" | "scope" {
  if (requested(entry, "seed_id") !== undefined) return "walk";
  return requested(entry, "scope_id") !== undefined ? "scope" : "hits";
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Lists of an operation, and the resources that they must not show. */
interface HiddenResources {
  readonly operation: string;
  readonly lists: readonly string[];
  /** The noun for a hidden resource. */
  readonly what: string;
  readonly hidden: (knowledge: Knowledge) => readonly string[];
  /** Returns true for requests that are judged; all are if not given. */
  readonly isJudged?: (entry: HistoryEntry) => boolean;
  /** The field with the hidden id; `id` if not given. */
  readonly field?: string;
}

function judgeHidden(knowledge: Knowledge, options: HiddenResources): number {
  const { operation, lists, what, isJudged = () => true, field = "id" } = options;
  const hidden = options.hidden(knowledge);
  const own = accepted(knowledge, operation).filter((entry) => entry.isOwn && isJudged(entry));
  if (hidden.length === 0) return 0;
  for (const entry of own) {
    for (const list of lists) {
      judgeItems(entry, list, ({ [field]: id }) =>
        typeof id !== "string" || !hidden.includes(id)
          ? null
          : {
              message: `${what} that the caller may not see must not be returned to it`,
              expected: "a list without that id",
              actual: id,
              keyword: "present",
            },
      );
    }
  }
  return own.length;
}

import type { JsonObject } from "../../spec/json.ts";
import { type ItemList, MEMORY_LISTS, MESSAGE_LISTS, MESSAGE_PAGES, TASK_LIST } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { createdByCaller, createdHere, viewsOfListing } from "../knowledge/resources.ts";
import { STABLE_MEMORY_FIELDS, STABLE_TASK_FIELDS } from "../models/stable-fields.ts";
import { expectEqual } from "../verifiers/expect.ts";
import { expectSame, type ShownResource } from "../verifiers/same-resource.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

interface Kind {
  readonly requirement: string;
  readonly component: string;
  readonly creation: string;
  /** Fields that stay as they were created, whatever happens to the resource. */
  readonly lasting: readonly string[];
  readonly listings: readonly ItemList[];
}

/** The fields of a memory that change only with a new version. */
const VERSIONED_FIELDS = ["id", "org_id", "kind", "content", "created_at"];

const KINDS: readonly Kind[] = [
  {
    requirement: "consistency.task-views",
    component: "Task",
    creation: "create-task",
    lasting: ["id", ...STABLE_TASK_FIELDS],
    listings: [TASK_LIST],
  },
  {
    requirement: "consistency.message-views",
    component: "Message",
    creation: "send-message",
    lasting: ["id", "channelId", "parentId", "senderType", "senderId", "content", "createdAt"],
    listings: MESSAGE_LISTS,
  },
  {
    requirement: "consistency.memory-views",
    component: "Memory",
    creation: "remember",
    lasting: STABLE_MEMORY_FIELDS,
    listings: MEMORY_LISTS,
  },
];

/** A resource looks the same in every list, for every caller. */
export const viewsAgreeRules: readonly Rule[] = [
  ...KINDS.map(
    (kind): Rule => ({
      requirement: kind.requirement,
      name: `lists show what ${kind.creation} created as its response did`,
      operations: [kind.creation, ...kind.listings.map(({ operation }) => operation)],
      judge: (knowledge) => judgeViews(knowledge, kind),
    }),
  ),
  {
    requirement: "consistency.message-views",
    name: "pages show a reply with the parent that its request named",
    operations: ["send-message", "get-messages"],
    judge: judgeParents,
  },
  {
    requirement: "consistency.message-views",
    name: "lists agree on who wrote the messages of others, and when",
    operations: ["get-messages", "search-messages"],
    judge: judgeAuthors,
  },
  {
    requirement: "consistency.memory-views",
    name: "lists agree on a memory of one version",
    operations: ["search-memories", "recall", "bootstrap-context"],
    judge: judgeVersions,
  },
];

/**
 * Judges the parent of each listed reply. The contract leaves open whether replies are listed in a channel, but a
 * listed one belongs to its thread.
 */
function judgeParents(knowledge: Knowledge): number {
  const sent = createdByCaller(knowledge, "send-message");
  let judged = 0;
  for (const { exchange, pointer, value } of viewsOfListing(knowledge, MESSAGE_PAGES)) {
    const before = sent.get(String(value.id)) ?? null;
    const parent = before?.value.parentId;
    // Two channels may use the same id for different messages.
    if (before === null || typeof parent !== "string" || value.content !== before.value.content) continue;
    judged += 1;
    const why = "a reply must be listed with the parent that the response to it names";
    withEvidence([before.exchange, exchange], () => expectEqual(exchange, `${pointer}/parentId`, parent, why));
  }
  return judged;
}

function judgeViews(knowledge: Knowledge, { creation, lasting, listings, component }: Kind): number {
  const created = createdHere(knowledge, creation);
  const views = listings.flatMap((listing) => viewsOfListing(knowledge, listing));
  let judged = 0;
  for (const view of views) {
    const before = created.get(String(view.value.id)) ?? null;
    if (before === null) continue;
    judged += 1;
    withEvidence([before.exchange, view.exchange], () => expectSame(knowledge, component, lasting, before, view));
  }
  return judged;
}

/** Fields of a message that never change. Its content may be edited. */
const AUTHOR_FIELDS = ["id", "senderType", "senderId", "createdAt"];

/** Judges the authors of all messages. Those of others are known only from lists. */
function judgeAuthors(knowledge: Knowledge): number {
  return judgeByFirst(knowledge, MESSAGE_LISTS, { component: "Message", lasting: AUTHOR_FIELDS }, ({ id }) =>
    typeof id === "string" ? id : null,
  );
}

/**
 * Judges memories by version. Those of others are known only from lists, and one version looks the same in all of them.
 */
function judgeVersions(knowledge: Knowledge): number {
  return judgeByFirst(knowledge, MEMORY_LISTS, { component: "Memory", lasting: VERSIONED_FIELDS }, ({ id, version }) =>
    typeof id === "string" && typeof version === "number" ? JSON.stringify([id, version]) : null,
  );
}

/** Compares each resource with its first sighting in a list. Resources without a key are skipped. */
function judgeByFirst(
  knowledge: Knowledge,
  listings: readonly ItemList[],
  { component, lasting }: Pick<Kind, "component" | "lasting">,
  keyOf: (item: JsonObject) => string | null,
): number {
  const first = new Map<string, ShownResource>();
  let judged = 0;
  for (const view of listings.flatMap((listing) => viewsOfListing(knowledge, listing))) {
    const key = keyOf(view.value);
    if (key === null) continue;
    const before = first.get(key);
    first.set(key, before ?? view);
    if (before === undefined) continue;
    judged += 1;
    withEvidence([before.exchange, view.exchange], () => expectSame(knowledge, component, lasting, before, view));
  }
  return judged;
}

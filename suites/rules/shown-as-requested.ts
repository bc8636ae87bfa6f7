import { excerpt } from "../../spec/excerpt.ts";
import { groupBy } from "../../spec/group-by.ts";
import type { Json } from "../../spec/json.ts";
import { CHANGES } from "../effects/changes.ts";
import { itemsAt, requested } from "../knowledge/exchanges.ts";
import { type ItemList, MESSAGE_LISTS, TASK_LIST } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, creationsById, viewsOf } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset } from "../verifiers/read.ts";
import { sameJson } from "../verifiers/same-json.ts";
import { asCreated, type ShownResource } from "../verifiers/same-resource.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import { isRanked } from "./recall-filters.ts";
import type { Rule } from "./rule.ts";

/** A kind of resource, the members that a request may set, and the lists that show them. */
interface Kind {
  readonly requirement: string;
  readonly what: string;
  readonly creation: string;
  /** Members that every service keeps as they were requested. */
  readonly lasting: readonly string[];
  /** Members that lists must show if the last response showed them: services, requests or time may change these. */
  readonly judgedIfShown: readonly string[];
  readonly lists: readonly ItemList[];
}

const KINDS: readonly Kind[] = [
  {
    requirement: "consistency.task-views",
    what: "task",
    creation: "create-task",
    lasting: ["title", "description", "priority"],
    // A service may keep one assignee of two, or no channel together with a parent.
    judgedIfShown: ["status", "assigneeAgentId", "assigneeUserId", "parentTaskId", "channelId"],
    lists: [TASK_LIST],
  },
  {
    requirement: "consistency.message-views",
    what: "message",
    creation: "send-message",
    lasting: ["content"],
    judgedIfShown: [],
    lists: MESSAGE_LISTS,
  },
  {
    requirement: "consistency.memory-views",
    what: "memory",
    creation: "remember",
    lasting: ["content", "kind"],
    judgedIfShown: ["confidence", "metadata"],
    // The form of the entries of bootstrap-context is open.
    lists: [
      { operation: "search-memories", pointers: ["/data/hits"] },
      { operation: "recall", pointers: ["/data/hits"] },
    ],
  },
];

/** Lists show every member that a creation set, as its response did. */
export const shownAsRequestedRules: readonly Rule[] = KINDS.map((kind) => ({
  requirement: kind.requirement,
  name: `lists show every member of a ${kind.what} that its creation set`,
  operations: [kind.creation, ...kind.lists.map(({ operation }) => operation)],
  judge: (knowledge: Knowledge) => judgeShown(knowledge, kind),
}));

function judgeShown(knowledge: Knowledge, { what, creation, lasting, judgedIfShown, lists }: Kind): number {
  const creations = creationsById(knowledge, creation);
  const responses = responsesById(knowledge, creation);
  let judged = 0;
  for (const { entry, ...view } of lists.flatMap((list) => shownInFull(knowledge, list))) {
    const id = String(view.value.id);
    const created = creations.get(id);
    const same = (responses.get(id) ?? []).filter((response) => isSameState(response, view));
    // Others need not see everything, such as a channel that they do not belong to.
    if (created === undefined || created.otherKey !== entry.otherKey || same.length === 0) continue;
    judged += 1;
    const before = asCreated(created.exchange);
    const isChanged = same.every(({ exchange }) => exchange !== created.exchange);
    for (const member of [...lasting, ...judgedIfShown].filter((name) => !isUnset(requested(created, name)))) {
      const mayBeOmitted = lasting.includes(member);
      // A response that has lost the member is a finding of its own.
      if (same.some(({ value }) => isLost(value[member], mayBeOmitted) || isLong(value[member]))) continue;
      const was = before.value[member] ?? requested(created, member) ?? null;
      const is = view.value[member];
      // In the state of its creation the lists are compared with its response by another rule.
      const isOther = isChanged && lasting.includes(member) && !sameJson(is ?? null, was);
      withEvidence([created.exchange, ...same.slice(-1).map(({ exchange }) => exchange), view.exchange], () =>
        expectThat(!isUnset(is) && !isOther, {
          message: `${view.exchange.operation?.id ?? "a list"} must show the ${member} with which the ${what} was created`,
          expected: excerpt(JSON.stringify(was), MAX_EXCERPT),
          actual: is === undefined ? `no ${member}` : excerpt(JSON.stringify(is), MAX_EXCERPT),
          pointer: `${view.pointer}/${member}`,
          keyword: member,
        }),
      );
    }
  }
  return judged;
}

const MAX_EXCERPT = 200;

/** Returns true for the value of a member that a response shows as empty, or does not show although it must. */
function isLost(value: Json | undefined, mayBeOmitted: boolean): boolean {
  return value === undefined ? !mayBeOmitted : isUnset(value) || value === "";
}

/** Returns the responses to the creation of each resource and to its changes. */
function responsesById(knowledge: Knowledge, creation: string): ReadonlyMap<string, readonly ShownResource[]> {
  const changes = CHANGES.filter((change) => change.creation === creation).map(({ operation }) => operation);
  const all = [creation, ...changes].flatMap((operation) => acceptedHere(knowledge, operation));
  return groupBy(
    all.map(({ exchange }) => asCreated(exchange)),
    ({ value }) => String(value.id),
  );
}

/** Returns the items that a list shows in full. A recall may shorten the neighbours that it adds to its ranked hits. */
function shownInFull(knowledge: Knowledge, { operation, pointers }: ItemList) {
  return acceptedHere(knowledge, operation).flatMap((entry) => {
    const views = viewsOf(entry, pointers).map((view) => ({ ...view, entry }));
    if (operation !== "recall" || isRanked(entry)) return views;
    const scored = new Set(itemsAt(entry, "/data/scores").map(({ value }) => value.memory_id));
    return views.filter(({ value }) => scored.has(value.id));
  });
}

/** Returns true if nothing has changed the resource between two responses, as far as they show it. */
function isSameState({ value: was }: ShownResource, { value: is }: ShownResource): boolean {
  return ["version", "status"].every((field) => isUnset(is[field]) || was[field] === is[field]);
}

/** Longer metadata may be omitted from lists and shown only with a single memory. */
const MAX_CHARACTERS = 600;

function isLong(value: Json | undefined): boolean {
  return typeof value === "object" && JSON.stringify(value).length > MAX_CHARACTERS;
}

import { asObject, isObject, type Json } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { answering, bodyMember, editBody, onCall, onSuccess, rules } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import type { Call } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";
import { anythingBeside, RECALL } from "./memories/recalling.ts";
import { filtering, SEARCH, usual } from "./memories/searching.ts";

const REMEMBER = ["remember"];

/** Leaves a member of the body out of calls that have all of the others. */
const without = (operation: string, name: string, ...others: readonly string[]): Change =>
  onCall(operation, (call) => {
    if (others.every((other) => bodyMember(call, other) !== undefined))
      editBody(call, ({ [name]: _value, ...body }) => body);
  });

/** Changes what a claim keeps of its metadata. */
const keeping = (edit: (entries: [string, Json][]) => [string, Json][]): Change =>
  rules({
    memories: {
      keptMetadata: (metadata) => Object.fromEntries(edit(Object.entries(metadata) as [string, Json][])),
    },
  });

/** Another comparison of the tags that a search asks for with those that a memory has. */
const comparingTags = (isAlike: (own: string, tag: string) => boolean): Change =>
  filtering({ tags: ({ tags }, wanted) => wanted.every((tag) => [...tags].some((own) => isAlike(own, tag))) });

/** Faults that show rarely: beside one other member, or in the midst of what is long. */
export const rareFaults: readonly Fault[] = [
  fault(
    "channel-lost-below-a-parent",
    "tasks.create.channel",
    "a sub-task is bound to no channel",
    ["create-task"],
    () => without("create-task", "channelId", "parentTaskId"),
  ),
  fault(
    "flag-cuts-content-at-1000",
    "messages.flag.keeps-content",
    "the answer to a flag shows the first 1,000 characters of a content",
    ["flag-needs-human"],
    () => answering("flag-needs-human", "data.content", (content) => String(content).slice(0, 1000)),
  ),
  ...(["scope_id", "to"] as const).map((name) =>
    fault(
      `memory-from-exclusive-beside-${name}`,
      "memories.search.created-from-inclusive",
      `the lower bound is exclusive beside ${name}`,
      SEARCH,
      () => exclusiveWhile(({ query }) => query.has(name)),
    ),
  ),
  fault(
    "memory-to-inclusive-beside-tags",
    "memories.search.created-to-exclusive",
    "the upper bound is inclusive beside tags",
    SEARCH,
    () => inclusiveWhile(({ query }) => query.has("tags")),
  ),
  fault("title-dashes-plain", "tasks.create.title", "long dashes in a title become hyphens", ["create-task"], () =>
    onCall("create-task", (call) =>
      editBody(call, (body) =>
        typeof body.title === "string" ? { ...body, title: body.title.replace(/[–—]/gu, "-") } : body,
      ),
    ),
  ),
  fault(
    "release-beside-a-user-answers-unchanged",
    "tasks.release.clears-assignment",
    "the answer to the release of a task that a user has too names its agent still",
    ["release-task"],
    () =>
      onSuccess("release-task", (reply, call) =>
        editAt(reply.body, "data", (task) =>
          asObject(task).assigneeUserId ? { ...asObject(task), assigneeAgentId: call.caller?.agent.id ?? null } : task,
        ),
      ),
  ),
  fault("memory-text-cut-at-100", "memories.search.text", "a text counts up to its hundredth character", SEARCH, () =>
    filtering({ text: (stored, wanted) => usual.text(stored, wanted.slice(0, 100)) }),
  ),
  fault(
    "memory-tags-by-what-stands-before-a-hyphen",
    "memories.search.tags",
    "a tag is found by what stands before or after a hyphen in it",
    SEARCH,
    () => comparingTags((own, tag) => own === tag || own.split("-").includes(tag)),
  ),
  fault(
    "memory-tags-of-40-characters",
    "memories.search.tags",
    "tags are compared by their first 40 characters",
    SEARCH,
    () => comparingTags((own, tag) => own.slice(0, 40) === tag.slice(0, 40)),
  ),
  ...(["preference", "fact"] as const).map((kind) =>
    fault(
      `both-lifetimes-accepted-for-${kind}s`,
      "memories.remember.ttl-exclusive",
      `a ${kind} may have two lifetimes`,
      REMEMBER,
      () =>
        onCall("remember", (call) => {
          if (bodyMember(call, "kind") === kind && bodyMember(call, "ttl_seconds") !== undefined)
            editBody(call, ({ ttl_preset: _preset, ...body }) => body);
        }),
    ),
  ),
  fault(
    "provenance-null-accepted",
    "memories.remember.provenance-missing",
    "null is taken for provenance",
    REMEMBER,
    () =>
      onCall("remember", (call) => {
        if (bodyMember(call, "derived_from") === null)
          editBody(call, (body) => ({ ...body, derived_from: [{ id: "nothing" }] }));
      }),
  ),
  fault(
    "provenance-optional-for-decisions",
    "memories.remember.provenance-missing",
    "a decision needs no provenance",
    REMEMBER,
    () =>
      onCall("remember", (call) => {
        if (bodyMember(call, "derived_from") === undefined && bodyMember(call, "kind") === "decision")
          editBody(call, (body) => ({ ...body, derived_from: [{ id: "nothing" }] }));
      }),
  ),
  fault(
    "metadata-of-fifty-entries",
    "memories.remember.metadata",
    "metadata keeps its first fifty entries",
    REMEMBER,
    () => keeping((entries) => entries.slice(0, 50)),
  ),
  fault("metadata-twenty-tags", "memories.remember.metadata", "the first twenty tags are kept", REMEMBER, () =>
    keeping((entries) =>
      entries.map(([name, value]) => [name, name === "tags" && Array.isArray(value) ? value.slice(0, 20) : value]),
    ),
  ),
  ...(["limit", "filters", "expand"] as const).map((name) =>
    fault(`recall-with-neither-but-${name}`, "recall.one-of", `${name} serves in the place of a query`, RECALL, () =>
      anythingBeside(name),
    ),
  ),
  fault(
    "recall-scores-lost-beside-filters",
    "recall.scores.per-hit",
    "a query with filters has no scores",
    RECALL,
    () =>
      onSuccess("recall", (reply, call) => {
        if (isObject(bodyMember(call, "filters") as Json) && bodyMember(call, "query") !== undefined)
          editAt(reply.body, "data.scores", () => []);
      }),
  ),
];

function inclusiveWhile(holds: (call: Call) => boolean): Change {
  return searchingBy(holds, (isOn) => ({
    createdTo: (stored, bound) => usual.createdTo(stored, bound) || (isOn() && stored.madeAt === bound),
  }));
}

function exclusiveWhile(holds: (call: Call) => boolean): Change {
  return searchingBy(holds, (isOn) => ({
    createdFrom: (stored, bound) => usual.createdFrom(stored, bound) && !(isOn() && stored.madeAt === bound),
  }));
}

/** Filters that know whether the search that asks for them is of some kind. */
function searchingBy(
  holds: (call: Call) => boolean,
  filters: (isOn: () => boolean) => Parameters<typeof filtering>[0],
): Change {
  let on = false;
  return together(
    onCall("search-memories", (call) => {
      on = holds(call);
    }),
    filtering(filters(() => on)),
  );
}

import { CHANGES } from "../effects/changes.ts";
import { type ItemList, MEMORY_LISTS, MESSAGE_PAGES, TASK_LIST } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, createdByCaller, viewsOfListing } from "../knowledge/resources.ts";
import { asCreated, type ShownResource } from "../verifiers/same-resource.ts";
import { type Component, expectOrdered } from "../verifiers/time-order.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** The operations whose responses show a kind of resource that the run creates. */
interface Source {
  readonly component: Component;
  readonly creation: string;
  readonly lists: readonly ItemList[];
}

const SOURCES: readonly Source[] = [
  {
    component: "Task",
    creation: "create-task",
    lists: [TASK_LIST],
  },
  {
    component: "Message",
    creation: "send-message",
    lists: [MESSAGE_PAGES],
  },
  {
    component: "Memory",
    creation: "remember",
    lists: MEMORY_LISTS,
  },
];

/** The times of a resource stay in order, whatever happens to it. */
export const timestampRules: readonly Rule[] = SOURCES.map((source) => ({
  requirement: "consistency.timestamps",
  name: `no ${source.component.toLowerCase()} was updated before it was created`,
  operations: [source.creation, ...changesOf(source), ...source.lists.map(({ operation }) => operation)],
  judge: (knowledge: Knowledge) => judgeTimes(knowledge, source),
}));

/** Returns the operations whose response is the changed resource. */
function changesOf({ creation }: Source): readonly string[] {
  return CHANGES.filter((change) => change.creation === creation).map(({ operation }) => operation);
}

/** Judges only resources of the caller. Others may be imported: created here later than they were changed elsewhere. */
function judgeTimes(knowledge: Knowledge, source: Source): number {
  const { component, creation, lists } = source;
  const created = createdByCaller(knowledge, creation);
  const changes = changesOf(source).flatMap((operation) => acceptedHere(knowledge, operation));
  const changed = changes.map(({ exchange }) => asCreated(exchange));
  const listed = lists.flatMap((list) => viewsOfListing(knowledge, list));
  const shown = [...changed, ...listed].filter(({ value }) => created.has(String(value.id)));
  const compared = (view: ShownResource) => withEvidence([view.exchange], () => expectOrdered(component, view));
  return [...created.values(), ...shown].reduce((sum, view) => sum + compared(view), 0);
}

import { granted } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { type ItemList, madeOnce, viewsOfListing } from "../knowledge/resources.ts";
import { judging } from "../verifiers/judging.ts";
import { asMade, type View } from "../verifiers/same-resource.ts";
import { type Component, expectOrdered } from "../verifiers/time-order.ts";
import type { Rule } from "./rule.ts";

/** Where responses show what the run has made. */
interface Source {
  readonly component: Component;
  readonly making: string;
  /** Operations whose response is the resource that they changed. */
  readonly changing: readonly string[];
  readonly list: ItemList;
}

const SOURCES: readonly Source[] = [
  {
    component: "Task",
    making: "create-task",
    changing: ["block-task", "release-task"],
    list: { operation: "list-tasks", pointers: ["/data"] },
  },
  {
    component: "Message",
    making: "send-message",
    changing: ["flag-needs-human"],
    list: { operation: "get-messages", pointers: ["/data/messages"] },
  },
  {
    component: "Memory",
    making: "remember",
    changing: [],
    list: { operation: "search-memories", pointers: ["/data/hits"] },
  },
];

/** Whatever happens to a resource may touch it: its times stay in order for that. */
export const timeRules: readonly Rule[] = SOURCES.map((source) => ({
  requirement: "consistency.timestamps",
  name: `no ${source.component.toLowerCase()} was updated before it was created`,
  operations: [source.making, ...source.changing, source.list.operation],
  judge: (knowledge: Knowledge) => judge(knowledge, source),
}));

/** Those of others may come from elsewhere, and have been made here later than they were changed there. */
function judge(knowledge: Knowledge, { component, making, changing, list }: Source): number {
  const made = madeOnce(knowledge, making);
  const changed = changing.flatMap((operation) =>
    granted(knowledge, operation).map(({ exchange }) => asMade(exchange)),
  );
  const shown = [...changed, ...viewsOfListing(knowledge, list)].filter(({ value }) => made.has(String(value.id)));
  const compared = (view: View) => judging([view.exchange], () => expectOrdered(component, view));
  return [...made.values(), ...shown].reduce((sum, view) => sum + compared(view), 0);
}

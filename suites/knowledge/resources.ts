import { valueAt } from "../verifiers/read.ts";
import { asCreated, type ShownResource } from "../verifiers/same-resource.ts";
import { accepted, itemsAt, uniquelyCreated } from "./exchanges.ts";
import type { HistoryEntry } from "./history.ts";
import type { ItemList } from "./item-lists.ts";
import type { Knowledge } from "./knowledge.ts";

/**
 * Returns the resources that the caller has created, by id. An id that any other response also named is left out, since
 * it identifies none of them.
 */
export function createdByCaller(knowledge: Knowledge, creation: string): ReadonlyMap<string, ShownResource> {
  return createdBy(knowledge, creation, ({ isOwn }) => isOwn);
}

/** Returns the resources that either agent of the workspace has created, by id, with the same exception. */
export function createdHere(knowledge: Knowledge, creation: string): ReadonlyMap<string, ShownResource> {
  return createdBy(knowledge, creation, (entry) => isOfTheWorkspace(knowledge, entry));
}

function createdBy(
  knowledge: Knowledge,
  creation: string,
  isIncluded: (entry: HistoryEntry) => boolean,
): ReadonlyMap<string, ShownResource> {
  const views = uniquelyCreated(knowledge, creation)
    .filter(isIncluded)
    .map(({ exchange }) => asCreated(exchange));
  return new Map(views.filter(({ value }) => value.id !== undefined).map((view) => [String(view.value.id), view]));
}

/**
 * Returns true for a request of either agent of the workspace. Another workspace may use the same id for another
 * resource.
 */
export function isOfTheWorkspace({ context }: Knowledge, { isOwn, otherKey }: HistoryEntry): boolean {
  return isOwn || (otherKey !== null && otherKey === context.target.fixtures.otherAgent?.apiKey);
}

/** Returns true for a request with the key of the other workspace. */
export function isOfOtherWorkspace({ context }: Knowledge, { otherKey }: HistoryEntry): boolean {
  return otherKey !== null && otherKey === context.target.fixtures.otherWorkspace?.apiKey;
}

/** Returns the accepted requests of the agents of this workspace. */
export function acceptedHere(knowledge: Knowledge, operation: string): readonly HistoryEntry[] {
  return accepted(knowledge, operation).filter((entry) => isOfTheWorkspace(knowledge, entry));
}

/** Returns the resources that responses of this workspace show in such a list. */
export function viewsOfListing(knowledge: Knowledge, { operation, pointers }: ItemList): readonly ShownResource[] {
  return acceptedHere(knowledge, operation).flatMap((entry) => viewsOf(entry, pointers));
}

/** Returns the resources that a response shows in these lists. */
export function viewsOf(entry: HistoryEntry, pointers: readonly string[]): readonly ShownResource[] {
  return pointers.flatMap((pointer) => itemsAt(entry, pointer).map((item) => ({ ...item, exchange: entry.exchange })));
}

/** Returns the requests that created a resource for either agent of the workspace, by the id of the resource. */
export function creationsById(knowledge: Knowledge, creation: string): ReadonlyMap<string, HistoryEntry> {
  const here = uniquelyCreated(knowledge, creation).filter((entry) => isOfTheWorkspace(knowledge, entry));
  return new Map(
    here.flatMap((entry): [string, HistoryEntry][] => {
      const id = valueAt(entry.exchange, "/data/id");
      return id === undefined ? [] : [[String(id), entry]];
    }),
  );
}

import { valueAt } from "../verifiers/read.ts";
import { asMade, type View } from "../verifiers/same-resource.ts";
import { accepted, createdAnew, itemsAt } from "./exchanges.ts";
import type { Past } from "./history.ts";
import type { ItemList } from "./item-lists.ts";
import type { Knowledge } from "./knowledge.ts";

/** What the caller has created, by id; nothing that another response named as well, whoever asked: then neither is known by it. */
export function createdByCaller(knowledge: Knowledge, creation: string): ReadonlyMap<string, View> {
  return madeBy(knowledge, creation, ({ isOwn }) => isOwn);
}

/** The same of what either agent of the workspace has created. */
export function createdHere(knowledge: Knowledge, creation: string): ReadonlyMap<string, View> {
  return madeBy(knowledge, creation, (past) => isOfTheWorkspace(knowledge, past));
}

function madeBy(knowledge: Knowledge, creation: string, by: (past: Past) => boolean): ReadonlyMap<string, View> {
  const views = createdAnew(knowledge, creation)
    .filter(by)
    .map(({ exchange }) => asMade(exchange));
  return new Map(views.filter(({ value }) => value.id !== undefined).map((view) => [String(view.value.id), view]));
}

/** In another workspace the same identifier may be that of another thing. */
export function isOfTheWorkspace({ context }: Knowledge, { isOwn, otherKey }: Past): boolean {
  return isOwn || (otherKey !== null && otherKey === context.target.fixtures.otherAgent?.apiKey);
}

/** True for a request with the key of the other workspace. */
export function isOfOtherWorkspace({ context }: Knowledge, { otherKey }: Past): boolean {
  return otherKey !== null && otherKey === context.target.fixtures.otherWorkspace?.apiKey;
}

/** Requests of the agents of this workspace that were accepted. */
export function acceptedHere(knowledge: Knowledge, operation: string): readonly Past[] {
  return accepted(knowledge, operation).filter((past) => isOfTheWorkspace(knowledge, past));
}

/** Where the responses of this workspace show resources in such a list. */
export function viewsOfListing(knowledge: Knowledge, { operation, pointers }: ItemList): readonly View[] {
  return acceptedHere(knowledge, operation).flatMap((past) => viewsOf(past, pointers));
}

/** Where a response shows resources in these lists. */
export function viewsOf(past: Past, pointers: readonly string[]): readonly View[] {
  return pointers.flatMap((pointer) => itemsAt(past, pointer).map((thing) => ({ ...thing, exchange: past.exchange })));
}

/** The requests that made something for either agent of the workspace, by the id of what they made. */
export function creationsById(knowledge: Knowledge, creation: string): ReadonlyMap<string, Past> {
  const here = createdAnew(knowledge, creation).filter((past) => isOfTheWorkspace(knowledge, past));
  return new Map(
    here.flatMap((past): [string, Past][] => {
      const id = valueAt(past.exchange, "/data/id");
      return id === undefined ? [] : [[String(id), past]];
    }),
  );
}

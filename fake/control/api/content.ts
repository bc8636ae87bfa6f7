import { quoted } from "../../../spec/quoted.ts";
import type { StoredFile } from "../../features/files/model.ts";
import type { Edge, Memory } from "../../features/memories/model.ts";
import type { Message } from "../../features/messages/model.ts";
import type { Comment } from "../../features/tasks/model.ts";
import { problem } from "../problem.ts";
import { channelOf, type Place, scopeOf, taskOf } from "./lookup.ts";

/** The requested page of a listing. */
export interface PageRequest {
  /** The maximum number, 100 by default. */
  readonly limit?: number;
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string;
}

/** A page of items, newest first. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A memory with its scope. */
export type MemoryView = Memory & { readonly scopeId: string };

/** A file without its bytes. */
export type FileView = Omit<StoredFile, "content"> & { readonly isUploaded: boolean };

/** Default and largest page size. */
export const PAGE_SIZE = { usual: 100, most: 1000 } as const;

/** Every message, or those of a channel. */
export function messages(place: Place, { channel, ...page }: PageRequest & { channel?: string } = {}): Page<Message> {
  const { messages: store } = place.workspace;
  const found = channel === undefined ? [...store.all()] : store.inChannel(channelOf(place, channel).id);
  return pageOf(
    found.map(({ message }) => ({ ...message })),
    page,
  );
}

/** Every memory, or those of a scope. */
export function memories(place: Place, { scope, ...page }: PageRequest & { scope?: string } = {}): Page<MemoryView> {
  const { memories: store } = place.workspace;
  const found = scope === undefined ? [...store.all()] : store.byScope.of(scopeOf(place, scope).id);
  return pageOf(
    found.map(({ memory, scopeId }) => ({ ...memory, scopeId })),
    page,
  );
}

/** Returns every edge of the memory graph, or those from or to a node of any kind. */
export function edges({ workspace }: Place, { node, ...page }: PageRequest & { node?: string } = {}): Page<Edge> {
  const { edges: store } = workspace.memories;
  return pageOf(node === undefined ? store.all() : store.at(node), page);
}

/** Every file, uploaded or only requested, or those of a channel. */
export function files(place: Place, { channel, ...page }: PageRequest & { channel?: string } = {}): Page<FileView> {
  const id = channel === undefined ? undefined : channelOf(place, channel).id;
  const found = [...place.workspace.files.all()].filter(({ channelId }) => id === undefined || channelId === id);
  return pageOf(
    found.map(({ content, ...file }) => ({ ...file, isUploaded: content !== null })),
    page,
  );
}

/** Every comment on a task, or those on one task. */
export function comments(place: Place, { task, ...page }: PageRequest & { task?: string } = {}): Page<Comment> {
  const tasks = task === undefined ? [...place.workspace.tasks.all()] : [taskOf(place, task)];
  const found = tasks.flatMap((stored) => stored.comments);
  return pageOf(
    found.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
    page,
  );
}

function pageOf<T extends { readonly id: string }>(
  oldestFirst: readonly T[],
  { limit = PAGE_SIZE.usual, cursor }: PageRequest,
): Page<T> {
  const end = cursor === undefined ? oldestFirst.length : oldestFirst.findIndex(({ id }) => id === cursor);
  if (end === -1) {
    const hint = "Give the nextCursor of the page before, with the same filter, or leave it out for the first page.";
    throw problem("invalid_input", `${quoted(cursor)} is not a cursor of this listing`, hint);
  }
  const start = Math.max(0, end - limit);
  const items = oldestFirst.slice(start, end).reverse();
  return { items, nextCursor: start === 0 ? null : (items.at(-1)?.id ?? null) };
}

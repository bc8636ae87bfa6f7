import type { CheckContext } from "../../engine/check/check.ts";
import { statusesOf } from "../../models/memory-statuses.ts";
import { expectThat } from "../../verifiers/expect.ts";
import type { ShownResource } from "../../verifiers/same-resource.ts";
import { asView, searchAll } from "../memories/listing.ts";
import { pagesOf, requireWalkCompleted } from "../messages/channel-pages.ts";
import { requireEventually } from "../preconditions.ts";
import { type ListInput, largestPage, list } from "../tasks/listing.ts";
import { burstOf } from "./burst.ts";

/** Returns all listed tasks with the word of the burst. */
export async function listBurstTasks(check: CheckContext): Promise<readonly ShownResource[]> {
  const { concurrent, last, word } = await burstOf(check.context).tasks(check);
  const ids = [...concurrent, last].map(({ id }) => id);
  const found = await listedTasks(check, { text: word });
  const isFound = (id: string) => found.some(({ value }) => value.id === id);
  // Other checks judge the text filter: tasks that it does not find are listed without it.
  if (ids.every(isFound)) return found;
  const others = await listedTasks(check, {});
  return [...found, ...others.filter(({ value }) => ids.includes(String(value.id)) && !isFound(String(value.id)))];
}

async function listedTasks(check: CheckContext, input: ListInput): Promise<readonly ShownResource[]> {
  const { exchange, tasks } = await list(check, { ...largestPage(check.context), ...input });
  return tasks.map((value, index) => ({ exchange, pointer: `/data/${index}`, value }));
}

/**
 * Returns the messages of the channel from before the burst to after it. Throws `Inconclusive` if others write too much
 * to read them all.
 */
export async function readBurstMessages(check: CheckContext): Promise<readonly ShownResource[]> {
  const batch = await burstOf(check.context).messages(check);
  const pages = await pagesOf(check, batch);
  const isRead = ({ id }: { readonly id: string }) => pages.some(({ ids }) => ids.includes(id));
  if (![...batch.concurrent, batch.last].every(isRead)) requireWalkCompleted(pages);
  const views = pages.flatMap(({ exchange, messages }) =>
    messages.map((value, index) => ({ exchange, pointer: `/data/messages/${index}`, value })),
  );
  // Others write too, so pages may overlap.
  return [...new Map(views.map((view) => [view.value.id, view])).values()];
}

/** Returns the memories with the word of the burst, of every kind and in their final statuses. */
export async function findBurstMemories(check: CheckContext): Promise<readonly ShownResource[]> {
  const burst = burstOf(check.context);
  const batch = await burst.memories(check);
  const listed = [...batch.concurrent, batch.last].map((memory) => memory.listed);
  const searches = [...new Set(listed)].map((status) => ({ ...(status === null ? {} : { status }), text: burst.word }));
  const hits = (await Promise.all(searches.map((search) => searchAll(check, search)))).flat();
  const isFound = ({ id }: { readonly id: string }) => hits.some(({ memory }) => memory.id === id);
  if ([...batch.concurrent, batch.last].every(isFound)) return hits.map(asView);
  // A service may mark similar memories as contested or superseded.
  const others = statusesOf(check.context).filter((status) => !listed.includes(status));
  const otherHits = await Promise.all(others.map((status) => searchAll(check, { status, text: burst.word })));
  return [...hits, ...otherHits.flat()].map(asView);
}

/** Returns the messages of the burst, once the last one is among them. */
export async function requireBurstMessages(check: CheckContext): Promise<readonly ShownResource[]> {
  const { last } = await burstOf(check.context).messages(check);
  return requireShown(check, last.id, "messages.send.readable", () => readBurstMessages(check));
}

/** Returns the memories of the burst, once the last one is among them. */
export async function requireBurstMemories(check: CheckContext): Promise<readonly ShownResource[]> {
  const { last } = await burstOf(check.context).memories(check);
  return requireShown(check, last.id, "memories.remember.found", () => findBurstMemories(check));
}

async function requireShown(
  check: CheckContext,
  id: string,
  blockedBy: string,
  read: () => Promise<readonly ShownResource[]>,
): Promise<readonly ShownResource[]> {
  return requireEventually(check, blockedBy, async () => {
    const views = await read();
    expectThat(
      views.some(({ value }) => value.id === id),
      { message: "what was created last is not shown", expected: id, actual: "not in the list", keyword: "missing" },
    );
    return views;
  });
}

import type { CheckContext } from "../../engine/check/check.ts";
import { statusesOf } from "../../models/memory-statuses.ts";
import { expectThat } from "../../verifiers/expect.ts";
import type { ShownResource } from "../../verifiers/same-resource.ts";
import { asView, searchAll } from "../memories/listing.ts";
import { pagesOf, requireRead } from "../messages/listed.ts";
import { requireEventually } from "../preconditions.ts";
import { type ListInput, largestPage, list } from "../tasks/listing.ts";
import { burstOf } from "./burst.ts";

/** Returns all listed tasks with the word of the burst. */
export async function listTasks(check: CheckContext): Promise<readonly ShownResource[]> {
  const { burst, last, word } = await burstOf(check.context).tasks(check);
  const made = [...burst, last].map(({ id }) => id);
  const found = await tasksListed(check, { text: word });
  const isFound = (id: string) => found.some(({ value }) => value.id === id);
  // Other checks judge the text filter: tasks that it does not find are listed without it.
  if (made.every(isFound)) return found;
  const others = await tasksListed(check, {});
  return [...found, ...others.filter(({ value }) => made.includes(String(value.id)) && !isFound(String(value.id)))];
}

async function tasksListed(check: CheckContext, input: ListInput): Promise<readonly ShownResource[]> {
  const { exchange, tasks } = await list(check, { ...largestPage(check.context), ...input });
  return tasks.map((value, index) => ({ exchange, pointer: `/data/${index}`, value }));
}

/**
 * Returns the messages of the channel from before the burst to after it. Throws `Inconclusive` if others write too much
 * to read them all.
 */
export async function readMessages(check: CheckContext): Promise<readonly ShownResource[]> {
  const made = await burstOf(check.context).messages(check);
  const pages = await pagesOf(check, made);
  const isRead = ({ id }: { readonly id: string }) => pages.some(({ ids }) => ids.includes(id));
  if (![...made.burst, made.last].every(isRead)) requireRead(pages);
  const views = pages.flatMap(({ exchange, messages }) =>
    messages.map((value, index) => ({ exchange, pointer: `/data/messages/${index}`, value })),
  );
  // Others write too, so pages may overlap.
  return [...new Map(views.map((view) => [view.value.id, view])).values()];
}

/** Returns the memories with the word of the burst, of every kind and in their final statuses. */
export async function findMemories(check: CheckContext): Promise<readonly ShownResource[]> {
  const burst = burstOf(check.context);
  const made = await burst.memories(check);
  const listed = [...made.burst, made.last].map((one) => one.listed);
  const searches = [...new Set(listed)].map((status) => ({ ...(status === null ? {} : { status }), text: burst.word }));
  const hits = (await Promise.all(searches.map((search) => searchAll(check, search)))).flat();
  const isThere = ({ id }: { readonly id: string }) => hits.some(({ memory }) => memory.id === id);
  if ([...made.burst, made.last].every(isThere)) return hits.map(asView);
  // A service may mark similar memories as contested or superseded.
  const others = statusesOf(check.context).filter((status) => !listed.includes(status));
  const elsewhere = await Promise.all(others.map((status) => searchAll(check, { status, text: burst.word })));
  return [...hits, ...elsewhere.flat()].map(asView);
}

/** Returns the tasks of the burst, once the last one is among them. */
export async function shownTasks(check: CheckContext): Promise<readonly ShownResource[]> {
  const { last } = await burstOf(check.context).tasks(check);
  return whenShown(check, last.id, "tasks.list.text-title", () => listTasks(check));
}

/** Returns the messages of the burst, once the last one is among them. */
export async function shownMessages(check: CheckContext): Promise<readonly ShownResource[]> {
  const { last } = await burstOf(check.context).messages(check);
  return whenShown(check, last.id, "messages.send.readable", () => readMessages(check));
}

/** Returns the memories of the burst, once the last one is among them. */
export async function shownMemories(check: CheckContext): Promise<readonly ShownResource[]> {
  const { last } = await burstOf(check.context).memories(check);
  return whenShown(check, last.id, "memories.remember.found", () => findMemories(check));
}

async function whenShown(
  check: CheckContext,
  id: string,
  blockedBy: string,
  read: () => Promise<readonly ShownResource[]>,
): Promise<readonly ShownResource[]> {
  return requireEventually(check, blockedBy, async () => {
    const views = await read();
    expectThat(
      views.some(({ value }) => value.id === id),
      { message: "what was created last is not shown", expected: id, actual: "not there", keyword: "missing" },
    );
    return views;
  });
}

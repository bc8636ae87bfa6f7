import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Fixtures } from "../../../spec/target-file.ts";
import { type Asker, listIn } from "./asker.ts";
import { type Finding, ok, unclear, wrong } from "./finding.ts";
import type { Probe } from "./probe.ts";

/** As many as one page of the listings holds. */
const PAGE = 100;
/** Pages that are turned before a memory counts as not found. */
const PAGES = 5;

const TASK_REMEDY = "Name a task that the caller sees, in the state that the fixture says.";
const MEMORY_REMEDY = "Name a memory that the caller may read, in the status that the fixture says.";

/** Returns a probe for a task that list-tasks must show, in the given status. */
function listedTask(fixture: string, find: (fixtures: Fixtures) => string | undefined, status?: string): Probe {
  return {
    fixture,
    look: async ({ ask }, fixtures) => {
      const parameters = { limit: PAGE, ...(status === undefined ? {} : { status }) };
      const tasks = listIn(await ask("list-tasks", { parameters }));
      if (tasks.some(({ id }) => id === find(fixtures))) return ok("listed");
      if (tasks.length >= PAGE) return unclear(`not among the ${PAGE} that are listed first`);
      return wrong("not listed for the caller", TASK_REMEDY);
    },
  };
}

const OWNED = ["assigned", "created", "commented", "mentioning"] as const;
const STATUSES = ["superseded", "invalidated", "expired", "contested", "proposed"] as const;

const TASKS: readonly Probe[] = [
  listedTask("tasks.done", ({ tasks }) => tasks?.done, "done"),
  listedTask("tasks.cancelled", ({ tasks }) => tasks?.cancelled, "cancelled"),
  listedTask("tasks.mentioning", ({ tasks }) => tasks?.mentioning),
  listedTask("tasks.commented", ({ tasks }) => tasks?.commented),
  listedTask("tasks.inChannel", ({ tasks }) => tasks?.inChannel),
  ...OWNED.map((way) => listedTask(`tasks.ofOwnedAgent.${way}`, ({ tasks }) => tasks?.ofOwnedAgent?.[way])),
  {
    fixture: "tasks.private",
    look: async ({ ask }, { tasks }) => {
      const listed = listIn(await ask("list-tasks", { parameters: { limit: PAGE } }));
      if (listed.some(({ id }) => id === tasks?.private)) {
        return wrong("the caller sees it", "Name a task that is nothing of the caller's, in none of its channels.");
      }
      return listed.length < PAGE ? ok("not listed for the caller") : unclear(`not among the first ${PAGE}`);
    },
  },
];

const MEMORIES: readonly Probe[] = [
  ...STATUSES.map(
    (status): Probe => ({
      fixture: `memories.${status}`,
      look: async (asker, { memories }) => {
        const { found, all } = await findMemories(asker, { status }, ({ id }) => id === memories?.[status]);
        if (found.length > 0) return ok(`in status ${status}`);
        return all
          ? wrong(`not among the memories in status ${status}`, MEMORY_REMEDY)
          : unclear("not on the first pages");
      },
    }),
  ),
  {
    fixture: "memories.unreadable.text",
    look: async (asker, { memories }) => {
      const { found } = await findMemories(asker, { text: memories?.unreadable?.text ?? "" }, () => true);
      if (found.length === 0) return ok("the caller does not find it");
      return wrong(
        `the caller finds ${found.length} memories with it`,
        "Name text of a memory in unreadableScope alone.",
      );
    },
  },
  {
    fixture: "memories.equalInstants.ids",
    look: async (asker, { memories }) => {
      const { tag = "", ids = [] } = memories?.equalInstants ?? {};
      const { found } = await findMemories(asker, { tags: [tag] }, ({ id }) => ids.includes(String(id)));
      return equalInstants(found, ids);
    },
  },
];

function equalInstants(found: readonly JsonObject[], ids: readonly string[]): Finding {
  if (found.length < ids.length) {
    return wrong(
      `${found.length} of ${ids.length} carry the tag`,
      "Give every memory the tag, or leave out those without.",
    );
  }
  const instants = new Set(found.map((memory) => memory.created_at));
  if (instants.size === 1) return ok(`${found.length} memories of one instant`);
  return wrong(
    `they were created at ${instants.size} different instants`,
    "Name memories with one and the same created_at.",
  );
}

/** Returns the matching memories on several pages; `all` is true if the end was reached. */
async function findMemories(
  { ask }: Asker,
  filters: JsonObject,
  matches: (memory: JsonObject) => boolean,
): Promise<{ readonly found: JsonObject[]; readonly all: boolean }> {
  const found = new Map<Json | undefined, JsonObject>();
  let cursor: Json = null;
  for (let page = 0; page < PAGES; page += 1) {
    const parameters: JsonObject = { ...filters, limit: PAGE, ...(cursor === null ? {} : { cursor }) };
    const answer = await ask("search-memories", { parameters });
    if (answer?.status !== 200) break;
    for (const hit of listIn(answer, "hits")) if (matches(hit)) found.set(hit.id, hit);
    const next: Json = isObject(answer.data) ? (answer.data.nextCursor ?? null) : null;
    // An empty or repeated cursor leads no further.
    if (typeof next !== "string" || next === "" || next === cursor) return { found: [...found.values()], all: true };
    cursor = next;
  }
  return { found: [...found.values()], all: false };
}

/** Probes that look a fixture up in a listing. */
export const LISTING_PROBES: readonly Probe[] = [...TASKS, ...MEMORIES];

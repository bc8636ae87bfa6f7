import { Inconclusive } from "../../client/inconclusive.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, parameterSchema, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { type ListInput, list, statusesOf } from "./listing.ts";
import { requestTask } from "./requests.ts";

/** The maximum number of tasks that a run creates only to have more of them, at the standard budget. */
const MAX_CREATED = 110;
/**
 * Tasks to create in one status: more than a default listing shows, and few enough that a listing of the status can
 * show all of them.
 */
const TASKS_PER_STATUS = 80;
/** The number of passes without growth after which no other check is creating tasks. */
const PASSES_WITHOUT_GROWTH = 8;
const PAUSE_MS = 500;

/**
 * Makes sure that the caller sees at least this many tasks. Other checks create tasks too, so it waits while the number
 * grows and then creates the missing ones. Not applicable if too many are missing.
 */
export async function requireVisibleTasks(check: CheckContext, wanted: number): Promise<void> {
  const visible = await countWhileGrowing(check, wanted);
  const missing = wanted - visible;
  if (missing <= 0) return;
  if (missing > check.cases(MAX_CREATED)) {
    throw new NotApplicable(
      `the caller sees ${visible} tasks, and the check needs ${wanted}: a larger budget creates more`,
    );
  }
  await Promise.all(Array.from({ length: missing }, (_, index) => createOne(check, index)));
  const visibleByStatus = await countWhileGrowing(check, wanted);
  const visibleNow = visibleByStatus < wanted ? await countByStatusAndPriority(check) : visibleByStatus;
  if (visibleNow < wanted)
    throw new Inconclusive(`the caller sees ${visibleNow} of ${wanted} tasks`, "tasks.create.listed");
}

async function createOne(check: CheckContext, index: number): Promise<void> {
  const { document, mark } = check.context;
  const words = (role: string) => wordsOf(fieldSchema(document, "create-task", role), role);
  const [statuses, priorities] = [words("status"), words("priority")];
  const status = statuses[Math.floor(index / TASKS_PER_STATUS)];
  // Half of them get the default priority, so that it has more than a default listing shows. If that listing is cut
  // off, other priorities show a part.
  const priority = index % 2 === 0 ? undefined : priorities[(index >> 1) % priorities.length];
  const title = `${mark} ${wordOf(check.context, `one of many ${index}`)}`;
  const input = { title, ...(status === undefined ? {} : { status }), ...(priority === undefined ? {} : { priority }) };
  requireAccepted(await requestTask(check, input), "tasks.create.succeeds");
}

async function countWhileGrowing(check: CheckContext, wanted: number): Promise<number> {
  let max = await countVisible(check);
  for (let passes = 0; max < wanted && passes < PASSES_WITHOUT_GROWTH; passes += 1) {
    await check.pause(PAUSE_MS);
    const count = await countVisible(check);
    if (count > max) passes = -1;
    max = Math.max(max, count);
  }
  return max;
}

/** Returns how many tasks the caller sees, listed by status since one response may be cut off. */
async function countVisible(check: CheckContext): Promise<number> {
  return (await idsListedWith(check, statusFilters(check.context))).size;
}

/**
 * Returns how many tasks the caller sees, listed in smaller parts: a target with a wrong maximum count may cut off the
 * list of a status.
 */
async function countByStatusAndPriority(check: CheckContext): Promise<number> {
  const priorities = wordsOf(parameterSchema(check.context.document, "list-tasks", "priority"), "the priority filter");
  const filters = statusFilters(check.context).flatMap((filter) =>
    priorities.map((priority) => ({ ...filter, priority })),
  );
  return (await idsListedWith(check, filters)).size;
}

function statusFilters(context: RunContext): ListInput[] {
  return statusesOf(context).map((status) => ({ status }));
}

async function idsListedWith(check: CheckContext, filters: readonly ListInput[]): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (const filter of filters) {
    for (const id of (await list(check, filter)).ids) seen.add(id);
  }
  return seen;
}

import { Inconclusive } from "../../client/inconclusive.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, parameterSchema, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { type ListInput, list, statusesOf } from "./listing.ts";
import { askForTask } from "./requests.ts";

/** The maximum number of tasks that a run creates only to have more of them, at the standard budget. */
const MOST_MADE = 110;
/**
 * Tasks to create in one status: more than a default listing shows, and few enough that a listing of the status can
 * show all of them.
 */
const OF_ONE_STATUS = 80;
/** The number of passes without growth after which no other check is creating tasks. */
const STILL = 8;
const PAUSE_MS = 500;

/**
 * Makes sure that the caller sees at least this many tasks. Other checks create tasks too, so it waits while the number
 * grows and then creates the missing ones. Not applicable if too many are missing.
 */
export async function requireVisible(check: CheckContext, wanted: number): Promise<void> {
  const there = await countWhileGrowing(check, wanted);
  const missing = wanted - there;
  if (missing <= 0) return;
  if (missing > check.cases(MOST_MADE)) {
    throw new NotApplicable(
      `the caller sees ${there} tasks, and the check needs ${wanted}: a larger budget creates more`,
    );
  }
  await Promise.all(Array.from({ length: missing }, (_, index) => makeOne(check, index)));
  const whole = await countWhileGrowing(check, wanted);
  const now = whole < wanted ? await countInParts(check) : whole;
  if (now < wanted) throw new Inconclusive(`the caller sees ${now} of ${wanted} tasks`, "tasks.create.listed");
}

async function makeOne(check: CheckContext, index: number): Promise<void> {
  const { document, mark } = check.context;
  const words = (role: string) => wordsOf(fieldSchema(document, "create-task", role), role);
  const [statuses, priorities] = [words("status"), words("priority")];
  const status = statuses[Math.floor(index / OF_ONE_STATUS)];
  // Half of them get the default priority, so that it has more than a default listing shows. If that listing is cut
  // off, other priorities show a part.
  const priority = index % 2 === 0 ? undefined : priorities[(index >> 1) % priorities.length];
  const title = `${mark} ${wordOf(check.context, `one of many ${index}`)}`;
  const input = { title, ...(status === undefined ? {} : { status }), ...(priority === undefined ? {} : { priority }) };
  requireAccepted(await askForTask(check, input), "tasks.create.succeeds");
}

async function countWhileGrowing(check: CheckContext, wanted: number): Promise<number> {
  let most = await countVisible(check);
  for (let still = 0; most < wanted && still < STILL; still += 1) {
    await check.pause(PAUSE_MS);
    const now = await countVisible(check);
    if (now > most) still = -1;
    most = Math.max(most, now);
  }
  return most;
}

/** Returns how many tasks the caller sees, listed by status since one response may be cut off. */
async function countVisible(check: CheckContext): Promise<number> {
  return (await visibleIn(check, byStatus(check.context))).size;
}

/**
 * Returns how many tasks the caller sees, listed in smaller parts: a target with a wrong maximum count may cut off the
 * list of a status.
 */
async function countInParts(check: CheckContext): Promise<number> {
  const priorities = wordsOf(parameterSchema(check.context.document, "list-tasks", "priority"), "the priority filter");
  const parts = byStatus(check.context).flatMap((part) => priorities.map((priority) => ({ ...part, priority })));
  return (await visibleIn(check, parts)).size;
}

function byStatus(context: RunContext): ListInput[] {
  return statusesOf(context).map((status) => ({ status }));
}

async function visibleIn(check: CheckContext, parts: readonly ListInput[]): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (const part of parts) {
    for (const id of (await list(check, part)).ids) seen.add(id);
  }
  return seen;
}

import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { itemsIn } from "../../knowledge/exchanges.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { findEventually } from "../preconditions.ts";
import { type ListInput, list, type TaskSighting } from "./listing.ts";
import { askForTask, releaseTask } from "./requests.ts";
import { lastSight } from "./scenarios.ts";

/** A task that was created for both the caller and a user, with the responses to its release and to listings. */
export interface BesideUser {
  readonly made: Exchange;
  /** Null if the task does not have both. */
  readonly released: Exchange | null;
  /** The sighting of the task after the release; null if it was not released or not listed. */
  readonly seen: TaskSighting | null;
  /**
   * The listing by the user while both were assigned; without the task if that was missing. Null if it was not
   * requested.
   */
  readonly byUser: Exchange | null;
  /** The listing by its title at the same time, repeating the search that was sent before the creation. */
  readonly soughtAgain: Exchange | null;
}

/** Runs once per run. The contract leaves open whether the user remains assigned after the release. */
export const besideUserOf = oncePerRun(() => once(releaseBesideUser));

async function releaseBesideUser(check: CheckContext): Promise<BesideUser> {
  const assignees = { assigneeAgentId: await check.reference("agent"), assigneeUserId: await check.reference("user") };
  const word = wordOf(check.context, "released beside a user");
  await tryOrNull(() => list(check, { text: word }));
  const made = await askForTask(check, { title: `${check.context.mark} ${word}`, ...assignees });
  const id = valueAt(made, "/data/id");
  const isMade = statusOf(made) === 200 && typeof id === "string";
  if (!isMade) return { made, released: null, seen: null, byUser: null, soughtAgain: null };
  const hasBoth = Object.entries(assignees).every(([field, wanted]) => valueAt(made, `/data/${field}`) === wanted);
  const soughtAgain = await tryOrNull(() => sought(check, id, { text: word }, { text: word, limit: FEWER }));
  const byUser = hasBoth
    ? await tryOrNull(() =>
        sought(check, id, { text: word, assigneeUser: assignees.assigneeUserId }, { text: word, limit: FEWER }),
      )
    : null;
  const released = await releaseTask(check, id);
  const isFree = ({ task }: TaskSighting) => task.assigneeAgentId !== assignees.assigneeAgentId;
  const seen = statusOf(released) === 200 ? await tryOrNull(() => lastSight(check, { id, word }, isFree)) : null;
  return { made, released, seen, byUser, soughtAgain };
}

/** A count that no other listing with this text uses. */
const FEWER = 40;

/**
 * Returns the response to a listing with these filters that shows the task, or the last one without it, after the task
 * was listed with other filters.
 */
async function sought(check: CheckContext, id: string, filters: ListInput, otherwise: ListInput): Promise<Exchange> {
  const look = (by: ListInput) =>
    findEventually(check, async () => ((await list(check, by)).ids.includes(id) ? true : null));
  if ((await look(otherwise)) === null) throw new NotApplicable("the task is not found by its title");
  await look(filters);
  return (await list(check, filters)).exchange;
}

/**
 * A filter by a user lists the user's tasks, whoever else is assigned, and a repeated request does not return an
 * outdated response.
 */
export function listedBesideAgent(): Check[] {
  const name = {
    byUser: "a task that an agent has as well is listed by its user",
    soughtAgain: "a task is listed by the same request that was sent before its creation",
  };
  return [
    isIn("byUser", "tasks.list.assignee-user", name.byUser),
    isIn("soughtAgain", "tasks.list.text-title", name.soughtAgain),
  ];
}

function isIn(response: "byUser" | "soughtAgain", requirement: string, name: string): Check {
  return defineCheck(
    { requirement, name, operations: ["list-tasks", "create-task"], fixtures: ["user"] },
    async (check) => {
      const { made, [response]: listing } = await besideUserOf(check.context)(check);
      if (listing === null) throw new NotApplicable("no such task was available");
      const id = valueAt(made, "/data/id");
      check.asserted();
      judging([made, listing], () =>
        expectThat(
          itemsIn(listing, "/data").some(({ value }) => value.id === id),
          {
            message: "a task must be in each listing whose filters it satisfies, once it is there",
            expected: `the task ${id} in the listing`,
            actual: "a listing without it",
            pointer: "/data",
            keyword: "missing",
          },
        ),
      );
    },
  );
}

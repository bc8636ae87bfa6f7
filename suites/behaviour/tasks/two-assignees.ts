import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { itemsIn } from "../../knowledge/exchanges.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { findEventually } from "../preconditions.ts";
import { type ListedTask, type ListInput, list } from "./listing.ts";
import { releaseTask, requestTask } from "./requests.ts";
import { pollListedTask } from "./scenarios.ts";

/** A task that was created for both the caller and a user, with the responses to its release and to listings. */
export interface TaskWithTwoAssignees {
  readonly created: Exchange;
  /** Null if the task does not have both. */
  readonly released: Exchange | null;
  /** The sighting of the task after the release; null if it was not released or not listed. */
  readonly seen: ListedTask | null;
  /**
   * The listing by the user while both were assigned; without the task if that was missing. Null if it was not
   * requested.
   */
  readonly listedByUser: Exchange | null;
}

/** Runs once per run. The contract leaves open whether the user remains assigned after the release. */
export const taskWithTwoAssigneesOf = oncePerRun(() => once(releaseTaskWithTwoAssignees));

async function releaseTaskWithTwoAssignees(check: CheckContext): Promise<TaskWithTwoAssignees> {
  const assignees = { assigneeAgentId: await check.reference("agent"), assigneeUserId: await check.reference("user") };
  const word = wordOf(check.context, "released beside a user");
  const created = await requestTask(check, { title: `${check.context.mark} ${word}`, ...assignees });
  const id = valueAt(created, "/data/id");
  const isCreated = statusOf(created) === 200 && typeof id === "string";
  if (!isCreated) return { created, released: null, seen: null, listedByUser: null };
  const hasBoth = Object.entries(assignees).every(([field, wanted]) => valueAt(created, `/data/${field}`) === wanted);
  const listedByUser = hasBoth
    ? await tryOrNull(() =>
        listUntilFound(
          check,
          id,
          { text: word, assigneeUser: assignees.assigneeUserId },
          { text: word, limit: UNUSED_LIMIT },
        ),
      )
    : null;
  const released = await releaseTask(check, id);
  const isReleased = ({ task }: ListedTask) => task.assigneeAgentId !== assignees.assigneeAgentId;
  const seen =
    statusOf(released) === 200 ? await tryOrNull(() => pollListedTask(check, { id, word }, isReleased)) : null;
  return { created, released, seen, listedByUser };
}

/** A count that no other listing with this text uses. */
const UNUSED_LIMIT = 40;

/**
 * Returns the response to a listing with these filters that shows the task, or the last one without it, after the task
 * was listed with other filters.
 */
async function listUntilFound(
  check: CheckContext,
  id: string,
  filters: ListInput,
  otherFilters: ListInput,
): Promise<Exchange> {
  const findWith = (input: ListInput) =>
    findEventually(check, async () => ((await list(check, input)).ids.includes(id) ? true : null));
  if ((await findWith(otherFilters)) === null) throw new NotApplicable("the task is not found by its title");
  await findWith(filters);
  return (await list(check, filters)).exchange;
}

/** A filter by a user lists the user's tasks, whoever else is assigned. */
export function listedWithTwoAssignees(): Check {
  return defineCheck(
    {
      requirement: "tasks.list.assignee-user",
      name: "a task that is assigned to an agent and a user is listed with the filter for the user",
      operations: ["list-tasks", "create-task"],
      fixtures: ["user"],
    },
    async (check) => {
      const { created, listedByUser } = await taskWithTwoAssigneesOf(check.context)(check);
      if (listedByUser === null) throw new NotApplicable("no task has both a user and an agent");
      const id = valueAt(created, "/data/id");
      check.asserted();
      withEvidence([created, listedByUser], () =>
        expectThat(
          itemsIn(listedByUser, "/data").some(({ value }) => value.id === id),
          {
            message: "a task must be in each listing whose filters it matches, once any listing shows it",
            expected: `the task ${id} in the listing`,
            actual: "a listing without this task",
            pointer: "/data",
            keyword: "missing",
          },
        ),
      );
    },
  );
}

import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { onceARun } from "../../engine/once-a-run.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { judging } from "../evidence.ts";
import { once } from "../once.ts";
import { expectNotAssigned } from "./kept.ts";
import { askForTask, releaseTask } from "./requests.ts";

/** A task that was made for the caller and for a user at once, with the answer to its release. */
export interface BesideUser {
  readonly made: Exchange;
  /** Null where no task has both. */
  readonly released: Exchange | null;
}

/** The one of a run; what becomes of the user is open, and asked by an observer. */
export const besideUserOf = onceARun(() => once(releaseBesideUser));

async function releaseBesideUser(check: CheckContext): Promise<BesideUser> {
  const assignees = { assigneeAgentId: await check.reference("agent"), assigneeUserId: await check.reference("user") };
  const made = await askForTask(check, { title: `${check.world.mark} released beside a user`, ...assignees });
  const id = valueAt(made, "/data/id");
  const isMade = statusOf(made) === 200 && typeof id === "string";
  return { made, released: isMade ? await releaseTask(check, id) : null };
}

/** The caller is no longer assigned, whoever else is. */
export function clearedBesideUser(): Check {
  return defineCheck(
    {
      requirement: "tasks.release.clears-assignment",
      name: "the answer shows a task that a user has too without the caller",
      operations: ["release-task", "create-task"],
      fixtures: ["user"],
    },
    async (check) => {
      const self = await check.reference("agent");
      const { made, released } = await besideUserOf(check.world)(check);
      if (released === null || statusOf(released) !== 200) throw new StoodAside("no task is assigned to both");
      check.witnessed();
      judging([made, released], () =>
        expectNotAssigned(released, "/data", self, "the answer to a release must show the task without the caller"),
      );
    },
  );
}

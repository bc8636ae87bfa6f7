import { defineCheck } from "../behaviour/define-check.ts";
import { expectPresent, list } from "../behaviour/tasks/listing.ts";
import type { Check } from "../engine/check/check.ts";
import { accepted } from "../knowledge/exchanges.ts";
import { NotApplicable } from "../outcome/skipped.ts";
import { valueAt } from "../verifiers/read.ts";

/**
 * Every task that the caller has created must be on one page without a filter, if everything that it sees fits there.
 * That is usually so while the run has created few tasks.
 */
export function ownTasksListed(): Check {
  return defineCheck(
    {
      requirement: "tasks.create.listed",
      name: "every task that the run created is listed",
      operations: ["create-task", "list-tasks"],
      writes: false,
      runsLate: true,
      isStimulus: true,
    },
    async (check) => {
      const ids = accepted(check, "create-task").flatMap(({ isOwn, exchange }) => {
        const id = isOwn ? valueAt(exchange, "/data/id") : null;
        return typeof id === "string" ? [id] : [];
      });
      if (ids.length === 0) throw new NotApplicable("the run has created no task");
      await check.eventually(async () => {
        const listing = await list(check, {});
        if (listing.isFull) throw new NotApplicable("more tasks are visible than a listing shows");
        for (const id of ids)
          expectPresent(listing, { id }, "a task that the caller created must be listed for the caller");
      });
      check.asserted(ids.length);
    },
  );
}

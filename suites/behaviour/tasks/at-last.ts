import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { expectNotAssigned } from "./kept.ts";
import { type Sighting, sight } from "./listing.ts";
import { BLOCKED, type Story } from "./scenarios.ts";

type Stories = (check: CheckContext) => Promise<readonly Story[]>;

/** What is undone in time, as a lock or a cache that passes, is done all the same: it shows again at the end of the run. */
export function atLastChecks(stories: Stories): Check[] {
  return [
    still(
      "tasks.block.persists",
      "a task that was blocked is still blocked much later",
      stories,
      ({ steps }) => steps.at(-1)?.done === "block",
      ({ exchange, pointer }) =>
        expectEqual(exchange, `${pointer}/status`, BLOCKED, "a blocked task must be blocked much later, too"),
    ),
    still(
      "tasks.release.persists",
      "a task that was released is still without the caller much later",
      stories,
      ({ steps }) => steps.some(({ done }) => done === "release"),
      ({ exchange, pointer }, { self }) =>
        expectNotAssigned(exchange, pointer, self, "a released task must be without the caller much later, too"),
    ),
  ];
}

/** Tasks that are looked at: what passes for one passes for others. */
const FEW = 3;

function still(
  requirement: string,
  name: string,
  stories: Stories,
  isMeant: (story: Story) => boolean,
  judge: (seen: Sighting, story: Story) => void,
): Check {
  return defineCheck(
    { requirement, name, operations: ["block-task", "release-task", "list-tasks"], late: true },
    async (check) => {
      const meant = (await orNotApplicable(() => stories(check))).filter(isMeant).slice(0, FEW);
      if (meant.length === 0) throw new NotApplicable("nothing of the kind was done to a task");
      const look = (story: Story, one: CaseContext) =>
        one.eventually(async () => {
          judge(await sight(one, story.task, "a task that was changed must be listed much later, too"), story);
          one.asserted();
        });
      await check.forEach(meant, look, { describe: ({ task }) => task.asked });
    },
  );
}

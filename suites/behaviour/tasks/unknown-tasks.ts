import { type Check, type CheckContext, REJECTED } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { defineStimulus } from "../define-check.ts";
import { blockTask, releaseTask } from "./requests.ts";

/** Sends a block and a release of a task that does not exist. */
export function unknownTaskStimuli(): Check[] {
  return [
    unknownTaskStimulus("block", (check, id) => blockTask(check, id, "Waiting for something", REJECTED)),
    unknownTaskStimulus("release", (check, id) => releaseTask(check, id, REJECTED)),
  ];
}

function unknownTaskStimulus(
  change: "block" | "release",
  send: (check: CheckContext, id: string) => Promise<unknown>,
): Check {
  return defineStimulus(
    {
      requirement: `tasks.${change}.unknown-task`,
      name: `a ${change} of an unknown task; judged by the rules`,
      operations: [`${change}-task`],
      runsEarly: true,
    },
    async (check) => send(check, absentId(await check.reference("task"), check.context.mark)),
  );
}

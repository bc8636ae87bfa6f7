import type { CaseContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { mayMention, mentions, mentionsByIdentifier, type TaskNames } from "../../verifiers/task-mentions.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { list } from "../tasks/listing.ts";
import { type CardShapes, isCardOf } from "./card-shapes.ts";
import type { Feed } from "./channel-feed.ts";
import type { TaskLifecycle } from "./task-lifecycles.ts";

/** Fails if a message names the task, or has the form of a card of it. */
export async function expectNoCard(
  check: CaseContext,
  { messages, exchanges }: Feed,
  { names, parent }: Pick<TaskLifecycle, "names" | "parent">,
  shapes: CardShapes,
  message: string,
): Promise<void> {
  const { mark } = check.context;
  // A message that also names the parent may be a card of the parent about its sub-tasks.
  const cards = messages.filter(
    (one) => (mentions(one, names) || isCardOf(one, names, shapes)) && !(parent && mayMention(one, parent, mark)),
  );
  const byIdentifierAlone = cards.length > 0 && cards.every((one) => mentionsByIdentifier(one, names, mark));
  if (byIdentifierAlone && (await isIdentifierShared(check, names))) return;
  const [card] = cards;
  withEvidence(exchanges.slice(-1), () =>
    expectThat(card === undefined, {
      message,
      expected: `no message that names the task ${names.id}`,
      actual: `the message ${String(card?.id)}`,
      pointer: "/data/messages",
      keyword: "present",
    }),
  );
}

/** Returns true if another task has the same identifier, so that the card may be that task's. */
async function isIdentifierShared(check: CaseContext, { id, identifier }: TaskNames): Promise<boolean> {
  const { tasks } = await list(check, { text: identifier });
  return tasks.some((task) => task.identifier === identifier && task.id !== id);
}

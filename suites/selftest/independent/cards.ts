import type { Bench } from "./call.ts";
import { addMessage } from "./message-store.ts";
import type { Task } from "./world.ts";

/** Posts a task card into a channel, a little later, as a queue of events would. */
export function postCard(bench: Bench, task: Task, channel: string | undefined, event: string): void {
  if (channel === undefined) return;
  const { choices } = bench;
  const named = { id: task.id, identifier: task.identifier, title: task.title }[choices.tasks.card];
  const post = () => {
    addMessage(bench, {
      workspace: task.workspace,
      channel,
      senderType: choices.messages.systemType,
      sender: "task-cards",
      senderIdentity: "task-cards",
      content: choices.tasks.card === "id" ? `A task was ${event}.` : `**${named}** was ${event}.`,
      metadata: choices.tasks.card === "id" ? { card: { ref: task.id, event } } : {},
    });
  };
  bench.runtime.later(post, bench.lag / 4000);
}

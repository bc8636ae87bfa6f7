import { postAsAgent } from "../features/messages/posting.ts";
import type { Call } from "../http/call.ts";
import { isoInstant } from "../runtime/clock.ts";

/** The share of requests that come with an action of other users. */
const SHARE = 0.2;
/** Messages and tasks of which others take one up. */
const NEWEST = 8;

/** Others write a message into every second channel of the workspaces, now and then. */
export function postMessages(call: Call): void {
  const { service, at } = call;
  if (service.random.fraction() > SHARE) return;
  for (const workspace of service.workspaces.values()) {
    const [author] = [...workspace.directory.agents.values()].slice(-1);
    for (const channelId of workspace.directory.channels.keys()) {
      if (author === undefined || workspace.messages.count > 5000) continue;
      postAsAgent({ service, workspace, now: at }, author, {
        channelId,
        content: `Heartbeat ${service.random.hex(4)}`,
      });
    }
  }
}

/**
 * Performs actions of other users on recent resources: they watch tasks, which only the version shows, reply to
 * messages and react.
 */
export function changeResources(call: Call): void {
  const { service, at } = call;
  const { random } = service;
  if (random.fraction() > SHARE) return;
  const oneOf = <T>(things: Iterable<T>): T | undefined =>
    [...things].slice(-NEWEST)[Math.floor(random.fraction() * NEWEST)];
  for (const workspace of service.workspaces.values()) {
    const { tasks, messages, directory } = workspace;
    const watched = oneOf(tasks.all());
    if (watched) tasks.change(watched, { version: watched.task.version + 1, updatedAt: isoInstant(at) });
    const bot = [...directory.agents.values()].at(-1);
    const { message } = oneOf(messages.all()) ?? {};
    if (bot === undefined || message === undefined || messages.count > 5000) continue;
    postAsAgent({ service, workspace, now: at }, bot, {
      channelId: message.channelId,
      parentId: message.id,
      content: `Seen ${random.hex(4)}`,
    });
    message.replyCount += 1;
    message.version += 1;
    message.metadata = { ...message.metadata, preview: { title: "A preview" } };
  }
}

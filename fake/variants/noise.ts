import type { Call } from "../http/call.ts";
import { isoInstant } from "../runtime/clock.ts";

/** How many of all requests others do something beside. */
const SHARE = 0.2;
/** Messages and tasks of which others take one up. */
const NEWEST = 8;

/** Others write a message into every second channel of the workspaces, now and then. */
export function makeNoise(call: Call): void {
  const { service, at } = call;
  if (service.random.fraction() > SHARE) return;
  for (const workspace of service.workspaces.values()) {
    const [author] = [...workspace.directory.agents.values()].slice(-1);
    for (const channelId of workspace.directory.channels.keys()) {
      if (author === undefined || workspace.messages.count > 5000) continue;
      workspace.messages.add({
        id: service.ids.uuid(),
        channelId,
        parentId: null,
        senderType: "agent",
        senderId: author.id,
        authorIdentityId: author.identityId,
        content: `Heartbeat ${service.random.hex(4)}`,
        metadata: {},
        madeAt: at,
      });
    }
  }
}

/** Others take up what was made last: they watch tasks, which nothing but the version tells, reply to messages and react. */
export function meddle(call: Call): void {
  const { service, at } = call;
  const { random, ids } = service;
  if (random.fraction() > SHARE) return;
  const oneOf = <T>(things: Iterable<T>): T | undefined =>
    [...things].slice(-NEWEST)[Math.floor(random.fraction() * NEWEST)];
  for (const { tasks, messages, directory } of service.workspaces.values()) {
    const watched = oneOf(tasks.all());
    if (watched) tasks.change(watched, { version: watched.task.version + 1, updatedAt: isoInstant(at) });
    const bot = [...directory.agents.values()].at(-1);
    const { message } = oneOf(messages.all()) ?? {};
    if (bot === undefined || message === undefined || messages.count > 5000) continue;
    messages.add({
      id: ids.uuid(),
      channelId: message.channelId,
      parentId: message.id,
      senderType: "agent",
      senderId: bot.id,
      authorIdentityId: bot.identityId,
      content: `Seen ${random.hex(4)}`,
      metadata: {},
      madeAt: at,
    });
    message.replyCount += 1;
    message.version += 1;
    message.metadata = { ...message.metadata, preview: { title: "A preview" } };
  }
}

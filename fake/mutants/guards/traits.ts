import type { StoredFile } from "../../features/files/model.ts";
import type { Message } from "../../features/messages/model.ts";
import type { Task } from "../../features/tasks/model.ts";
import type { Call } from "../../http/call.ts";
import type { Workspace } from "../../workspace.ts";

/** A thing of a store, with the workspace that holds it and the call that meets it. */
interface Met<T> {
  readonly thing: T;
  readonly home: Workspace;
  readonly call: Call;
  /** The agent that calls; undefined without a valid key. */
  readonly agent: string | undefined;
}

type Traits<T> = Readonly<Record<string, (met: Met<T>) => boolean>>;

/** How often a message has been replied to, at least. */
const answered = (least: number) => (met: Met<Message>) => met.thing.replyCount >= least;

const parentOf = ({ thing, home }: Met<Message>) => home.messages.get(thing.parentId ?? "")?.message;

const placeInChannel = ({ thing, home }: Met<Message>) => {
  const all = home.messages.inChannel(thing.channelId);
  return { at: all.findIndex(({ message }) => message.id === thing.id), count: all.length };
};

const MESSAGE: Traits<Message> = {
  reply: ({ thing }) => thing.parentId !== null,
  "reply-to-reply": (met) => (parentOf(met)?.parentId ?? null) !== null,
  answered: answered(1),
  "answered-twice": answered(2),
  "answered-9-times": answered(9),
  flagged: ({ thing }) => thing.metadata.needsHuman !== undefined,
  human: ({ thing }) => thing.senderType === "human",
  agent: ({ thing }) => thing.senderType === "agent",
  card: ({ thing }) => thing.metadata.taskCard !== undefined,
  "with-files": ({ thing }) => thing.attachments.length > 0,
  "with-two-files": ({ thing }) => thing.attachments.length > 1,
  own: ({ thing, agent }) => thing.senderId === agent,
  "of-others": ({ thing, agent }) => thing.senderId !== agent,
  first: (met) => placeInChannel(met).at === 0,
  last: (met) => placeInChannel(met).at === placeInChannel(met).count - 1,
  hidden: ({ thing, home, agent }) => !home.directory.isMember(thing.channelId, agent ?? ""),
  "beyond-first-channel": ({ thing, home, agent }) =>
    thing.channelId !==
    home.directory
      .channelsOf(agent ?? "")
      .values()
      .next().value,
};

const TASK: Traits<Task> = {
  "sub-task": ({ thing }) => thing.parentTaskId !== null,
  "for-user-and-agent": ({ thing }) => thing.assigneeUserId !== null && thing.assigneeAgentId !== null,
  "in-hidden-channel": ({ thing, home, agent }) =>
    thing.channelId !== null && !home.directory.isMember(thing.channelId, agent ?? ""),
  "once-blocked": ({ thing }) => thing.status === "blocked" && thing.version > 1,
};

const messageOf = ({ thing, home }: Met<StoredFile>) => home.messages.get(thing.messageId ?? "")?.message;

const FILE: Traits<StoredFile> = {
  unsent: ({ thing }) => thing.messageId === null,
  "without-bytes": ({ thing }) => thing.content === null,
  "of-few-bytes": ({ thing }) => thing.sizeBytes < 10,
  image: ({ thing }) => thing.mimeType.startsWith("image/"),
  text: ({ thing }) => thing.mimeType.startsWith("text/") && thing.mimeType !== "text/plain",
  "beyond-64-kib": ({ thing }) => thing.sizeBytes > 65_535,
  "not-the-first": (met) => (messageOf(met)?.attachments.findIndex(({ id }) => id === met.thing.id) ?? 0) > 0,
  "of-reply": (met) => (messageOf(met)?.parentId ?? null) !== null,
  "of-flagged": (met) => messageOf(met)?.metadata.needsHuman !== undefined,
};

/** A kind of thing that requests name and lists show, with what can be true of one. */
interface Kind {
  readonly traits: readonly string[];
  /** True when the thing with this id has the trait, in whichever workspace it is. */
  readonly has: (id: string, trait: string, call: Call, agent: string | undefined) => boolean;
}

/** True for an id that is in another workspace than the caller's. */
const FOREIGN = "foreign";

function kind<T>(traits: Traits<T>, find: (home: Workspace, id: string) => T | undefined): Kind {
  return {
    traits: [...Object.keys(traits), FOREIGN],
    has: (id, trait, call, agent) => {
      for (const home of call.service.workspaces.values()) {
        const thing = find(home, id);
        if (thing === undefined) continue;
        if (trait === FOREIGN) return !home.directory.agents.has(agent ?? "");
        return traits[trait]?.({ thing, home, call, agent }) === true;
      }
      return false;
    },
  };
}

export const KINDS = {
  message: kind(MESSAGE, ({ messages }, id) => messages.get(id)?.message),
  task: kind(TASK, ({ tasks }, id) => tasks.get(id)?.task),
  file: kind(FILE, ({ files }, id) => files.get(id)),
  channel: kind<{ readonly id: string }>(
    { hidden: ({ thing, home, agent }) => !home.directory.isMember(thing.id, agent ?? "") },
    ({ directory }, id) => directory.channels.get(id),
  ),
} as const satisfies Record<string, Kind>;

import type { StoredFile } from "../../features/files/model.ts";
import type { Message } from "../../features/messages/model.ts";
import type { Task } from "../../features/tasks/model.ts";
import type { Call } from "../../http/call.ts";
import { OPERATIONS } from "../../operations.ts";
import { bodyMember } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Workspace } from "../../workspace.ts";
import type { Guard, RowName, Site } from "../model.ts";

/** A resource of a store, with its workspace. */
interface Met<T> {
  readonly thing: T;
  readonly home: Workspace;
  /** The calling agent; undefined without a valid key. */
  readonly agent: string | undefined;
}

type Traits<T> = Readonly<Record<string, (met: Met<T>) => boolean>>;

const parentOf = ({ thing, home }: Met<Message>) => home.messages.get(thing.parentId ?? "")?.message;
const messageOf = ({ thing, home }: Met<StoredFile>) => home.messages.get(thing.messageId ?? "")?.message;
const isShut = ({ home, agent }: Met<unknown>, channelId: string | null) =>
  channelId !== null && !home.directory.isMember(channelId, agent ?? "");
const channelOf = ({ thing, home }: Met<Message>) =>
  home.messages.inChannel(thing.channelId).map(({ message }) => message.id);

const MESSAGE: Traits<Message> = {
  reply: ({ thing }) => thing.parentId !== null,
  "reply-to-reply": (met) => (parentOf(met)?.parentId ?? null) !== null,
  answered: ({ thing }) => thing.replyCount >= 1,
  "answered-twice": ({ thing }) => thing.replyCount >= 2,
  "answered-9-times": ({ thing }) => thing.replyCount >= 9,
  flagged: ({ thing }) => thing.metadata.needsHuman !== undefined,
  human: ({ thing }) => thing.senderType === "human",
  agent: ({ thing }) => thing.senderType === "agent",
  card: ({ thing }) => thing.metadata.taskCard !== undefined,
  "with-files": ({ thing }) => thing.attachments.length > 0,
  "with-two-files": ({ thing }) => thing.attachments.length > 1,
  own: ({ thing, agent }) => thing.senderId === agent,
  "of-others": ({ thing, agent }) => thing.senderId !== agent,
  first: (met) => channelOf(met)[0] === met.thing.id,
  last: (met) => channelOf(met).at(-1) === met.thing.id,
  hidden: (met) => isShut(met, met.thing.channelId),
  "beyond-first-channel": ({ thing, home, agent }) =>
    thing.channelId !== [...home.directory.channelsOf(agent ?? "")][0],
};

const TASK: Traits<Task> = {
  "sub-task": ({ thing }) => thing.parentTaskId !== null,
  "for-user-and-agent": ({ thing }) => thing.assigneeUserId !== null && thing.assigneeAgentId !== null,
  "in-hidden-channel": (met) => isShut(met, met.thing.channelId),
  "once-blocked": ({ thing }) => thing.status === "blocked" && thing.version > 1,
};

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

/** A kind of resource that requests name and lists show, with its possible traits. */
interface Kind {
  readonly traits: readonly string[];
  /** Returns true if the resource with this id has the trait, in any workspace. */
  readonly has: (id: string, trait: string, call: Call) => boolean;
}

/** True for an id that is in another workspace than the caller's. */
const FOREIGN = "foreign";

function kind<T>(traits: Traits<T>, find: (home: Workspace, id: string) => T | undefined): Kind {
  return {
    traits: [...Object.keys(traits), FOREIGN],
    has: (id, trait, call) => {
      const agent = ownKey(call)?.agent.id;
      for (const home of call.service.workspaces.values()) {
        const thing = find(home, id);
        if (thing === undefined) continue;
        if (trait === FOREIGN) return !home.directory.agents.has(agent ?? "");
        return traits[trait]?.({ thing, home, agent }) === true;
      }
      return false;
    },
  };
}

const message = kind(MESSAGE, ({ messages }, id) => messages.get(id)?.message);
const task = kind(TASK, ({ tasks }, id) => tasks.get(id)?.task);
const file = kind(FILE, ({ files }, id) => files.get(id));
const channel = kind<{ readonly id: string }>({ hidden: (met) => isShut(met, met.thing.id) }, ({ directory }, id) =>
  directory.channels.get(id),
);

/** Inputs that name a resource. */
const NAMES: Readonly<Record<string, Kind>> = {
  ...{ threadId: message, messageId: message, before: message, after: message, taskId: task, parentTaskId: task },
  ...{ attachmentId: file, attachmentIds: file, channelId: channel },
};

/** The request names a resource with a trait: `threadId:flagged`, `attachmentIds:without-bytes`. */
const names: Guard = {
  name: "names",
  needsCaller: true,
  rejected: (level) => (/:(foreign|hidden|in-hidden-channel)$/.test(level) ? "denied" : null),
  levels: ({ operation }) =>
    Object.entries(OPERATIONS.find(({ id }) => id === operation)?.fields ?? {}).flatMap(
      ([role, { name = role }]) => NAMES[name]?.traits.map((trait) => `${name}:${trait}`) ?? [],
    ),
  calls: (level) => {
    const [name = "", trait = ""] = level.split(":");
    return (call) => {
      const inBody = bodyMember(call, name);
      const ids: unknown[] = inBody === undefined ? call.query.getAll(name) : [inBody].flat();
      return ids.some((id) => NAMES[name]?.has(String(id), trait, call));
    };
  },
};

/** The places in responses of resources with an `id`. */
const SHOWN: readonly (readonly [place: RegExp, kind: Kind])[] = [
  [/^(get-messages|search-messages):\/data\/messages\/\*$/, message],
  [/^(send-message|flag-needs-human):\/data$/, message],
  [/^(send-message|flag-needs-human):\/data\/attachments\/\*$/, file],
  [/^list-tasks:\/data\/\*$/, task],
];

function shownAt(site: Site): Kind | undefined {
  if (site.kind !== "value" && site.kind !== "list") return undefined;
  const place = site.kind === "list" ? `${site.id}/*` : site.id.slice(0, site.id.lastIndexOf("/"));
  return SHOWN.find(([pattern]) => pattern.test(place))?.[1];
}

/** Responses show nothing of other workspaces and channels, and only files that were sent. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(["is=foreign", "is=hidden", "is=unsent", "is=without-bytes"]);

/** The shown resource has a trait: `is=reply`. */
const is: Guard = {
  name: "is",
  levels: (site) => shownAt(site)?.traits.map((trait) => `is=${trait}`) ?? [],
  never: (level) => NEVER_SHOWN.has(level),
  tracking: (level, site) => {
    const trait = level.split("=")[1] ?? "";
    let current: Call | null = null;
    return {
      calls: (call) => {
        current = call;
        return true;
      },
      values: (_value, { id }) => current !== null && shownAt(site)?.has(String(id), trait, current) === true,
    };
  },
};

/** The relations of resources to a changed one. */
const RELATIONS = {
  task: ["parent", "child", "sibling", "next", "newest", "same-user", "same-agent"],
  message: ["parent", "child", "next", "newest"],
  memory: [],
} as const satisfies Record<RowName, readonly string[]>;

export type Relation = (typeof RELATIONS)[RowName][number];

/** A change that spreads affects resources of only one relation: `kin=sibling`. */
const kin: Guard = {
  name: "kin",
  levels: (site) =>
    site.kind === "effect" && site.claims.alone !== null ? RELATIONS[site.row].map((name) => `kin=${name}`) : [],
  // An operator that does not spread has no relations, so this guard does not limit it.
  values:
    (level) =>
    (_value, { kin: kinships }) =>
      !Array.isArray(kinships) || kinships.includes(level.split("=")[1] ?? ""),
};

/** Guards on the resources that a request names, or a response shows. */
export const resourceGuards: readonly Guard[] = [names, is, kin];

import type { Call } from "../../http/call.ts";
import { OPERATIONS } from "../../operations.ts";
import { bodyMember } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Guard, Site } from "../model.ts";
import { KINDS } from "./traits.ts";

type KindName = keyof typeof KINDS;

/** Inputs that name a thing. */
const NAMES: Readonly<Record<string, KindName>> = {
  threadId: "message",
  messageId: "message",
  before: "message",
  after: "message",
  taskId: "task",
  parentTaskId: "task",
  attachmentId: "file",
  attachmentIds: "file",
  channelId: "channel",
};

/** A thing that the request names is of some kind: `threadId:flagged`, `attachmentIds:without-bytes`. */
export const names: Guard = {
  name: "names",
  needsCaller: true,
  rejected: (level) => (/:(foreign|hidden|in-hidden-channel)$/.test(level) ? "denied" : null),
  levels: ({ operation }) =>
    Object.entries(OPERATIONS.find(({ id }) => id === operation)?.fields ?? {}).flatMap(([role, { name = role }]) => {
      const kind = NAMES[name];
      return kind === undefined ? [] : KINDS[kind].traits.map((trait) => `${name}:${trait}`);
    }),
  calls: (level) => {
    const [name = "", trait = ""] = level.split(":");
    const kind = KINDS[NAMES[name] ?? "message"];
    return (call) => {
      const agent = ownKey(call)?.agent.id;
      return namedBy(call, name).some((id) => kind.has(String(id), trait, call, agent));
    };
  },
};

function namedBy(call: Call, name: string): unknown[] {
  const inBody = bodyMember(call, name);
  return inBody === undefined ? call.query.getAll(name) : [inBody].flat();
}

/** Where responses show things that are known by their `id`. */
const SHOWN: readonly (readonly [place: RegExp, kind: KindName])[] = [
  [/^(get-messages|search-messages):\/data\/messages\/\*$/, "message"],
  [/^(send-message|flag-needs-human):\/data$/, "message"],
  [/^(send-message|flag-needs-human):\/data\/attachments\/\*$/, "file"],
  [/^list-tasks:\/data\/\*$/, "task"],
];

function shownAt(site: Site): KindName | null {
  if (site.kind !== "value" && site.kind !== "list") return null;
  const place = site.kind === "list" ? `${site.id}/*` : site.id.slice(0, site.id.lastIndexOf("/"));
  return SHOWN.find(([pattern]) => pattern.test(place))?.[1] ?? null;
}

/** Of other workspaces and channels nothing is shown, and of files those alone that were sent. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(["is=foreign", "is=hidden", "is=unsent", "is=without-bytes"]);

/** The thing that is shown is of some kind: `is=reply`. */
export const is: Guard = {
  name: "is",
  levels: (site) => {
    const kind = shownAt(site);
    return kind === null ? [] : KINDS[kind].traits.map((trait) => `is=${trait}`);
  },
  never: (level) => NEVER_SHOWN.has(level),
  tracking: (level, site) => {
    const trait = level.split("=")[1] ?? "";
    const kind = KINDS[shownAt(site) ?? "message"];
    let current: { readonly call: Call; readonly agent: string | undefined } | null = null;
    return {
      calls: (call) => {
        current = { call, agent: ownKey(call)?.agent.id };
        return true;
      },
      values: (_value, { id }) => current !== null && kind.has(String(id), trait, current.call, current.agent),
    };
  },
};

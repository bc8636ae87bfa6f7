import type { StoredTask } from "../../features/tasks/model.ts";
import type { Call } from "../../http/call.ts";
import type { Caller } from "../../service.ts";
import type { Workspace } from "../../workspace.ts";
import { isUnfilled } from "./hint-text.ts";

/** Kinds of resources that ids name. */
const KINDS = ["channel", "message", "task", "memory", "attachment", "scope", "agent", "user"] as const;
type Kind = (typeof KINDS)[number];

function has(workspace: Workspace, kind: Kind, id: string): boolean {
  const { directory, messages, tasks, memories, files } = workspace;
  switch (kind) {
    case "channel":
      return directory.channels.has(id);
    case "message":
      return messages.get(id) !== undefined;
    case "task":
      return tasks.get(id) !== undefined;
    case "memory":
      return memories.get(id) !== undefined;
    case "attachment":
      return files.get(id) !== undefined;
    case "scope":
      return directory.scopes.has(id);
    case "agent":
      return directory.agents.has(id);
    default:
      return directory.users.has(id);
  }
}

/**
 * Returns the hint for an id without a resource of that kind in the caller's workspace: what it names instead, or
 * where.
 */
export function missingHint(call: Call, caller: Caller, kind: string, id: string): string | null {
  const { workspace } = caller;
  if (isUnfilled(id) || id.trim() === "") return `${JSON.stringify(id)} is not an id: a variable was not filled in.`;
  if (id !== id.trim()) return "There is white space around the id.";
  const own = ownHint(workspace, kind, id);
  if (own !== null) return own;
  for (const other of call.service.workspaces.values()) {
    if (other === workspace) continue;
    const found = KINDS.find((each) => has(other, each, id));
    if (found === undefined) continue;
    return `This ${found} exists in another workspace, "${other.name}" (${other.id}): use a key of that workspace.`;
  }
  const near = idsOf(workspace, kind).find((known) => similarTo(known, id));
  return near === undefined ? null : `Did you mean ${near}? The id sent differs from it.`;
}

/** Returns the hint for an id that names something in the caller's own workspace. */
function ownHint(workspace: Workspace, kind: string, id: string): string | null {
  const other = KINDS.find((each) => each !== kind && has(workspace, each, id));
  if (other !== undefined) return `This is the id of ${article(other)} ${other}, not of ${article(kind)} ${kind}.`;
  if (kind === "attachment" && has(workspace, kind, id)) return attachmentHint(workspace, id);
  if (kind === "task" && has(workspace, kind, id)) return "The task has been deleted.";
  const agent = [...workspace.directory.agents.values()].find(({ identityId }) => identityId === id);
  if (agent !== undefined) return `This is the identity of the agent "${agent.name}"; its id is ${agent.id}.`;
  const named = namedThing(workspace, kind, id);
  return named === null ? null : `"${id}" is its name: send the id ${named}.`;
}

function attachmentHint(workspace: Workspace, id: string): string | null {
  const file = workspace.files.get(id);
  if (file === undefined) return null;
  if (file.content === null)
    return "Its bytes have not been uploaded yet: PUT them to its uploadUrl, then send it in a message.";
  if (file.messageId === null) return "It is uploaded, but no message holds it yet: send it with send-message first.";
  return `It belongs to the channel ${file.channelId}: request it there.`;
}

const IDENTIFIER = /^[A-Z]{1,10}-\d{1,10}$/i;

function identified(tasks: Iterable<StoredTask>, name: string): string | null {
  const wanted = name.toUpperCase();
  for (const { task } of tasks) if (task.identifier === wanted) return task.id;
  return null;
}

/** Returns the id of the resource with this name, or (for a task) this identifier. */
function namedThing({ directory, tasks }: Workspace, kind: string, name: string): string | null {
  const places = {
    channel: directory.channels,
    scope: directory.scopes,
    agent: directory.agents,
    user: directory.users,
  };
  if (kind === "task") return IDENTIFIER.test(name) ? identified(tasks.all(), name) : null;
  if (!(kind in places)) return null;
  const wanted = name.replace(/^[#@]/, "").toLowerCase();
  const found = [...places[kind as keyof typeof places].values()].find((thing) => thing.name.toLowerCase() === wanted);
  return found?.id ?? null;
}

function idsOf({ directory }: Workspace, kind: string): readonly string[] {
  if (kind === "channel") return [...directory.channels.keys()];
  if (kind === "scope") return [...directory.scopes.keys()];
  return kind === "agent" ? [...directory.agents.keys()] : [];
}

const MIN_CHARACTERS = 8;

function similarTo(known: string, id: string): boolean {
  if (id.length < MIN_CHARACTERS) return false;
  return known.startsWith(id) || id.startsWith(known) || known.toLowerCase() === id.toLowerCase();
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? "an" : "a";
}

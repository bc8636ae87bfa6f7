import { type Rejection, rejection } from "./rejection.ts";
import type { Caller } from "./service.ts";
import type { Workspace } from "./workspace.ts";

/** Kinds of resource that are counted. */
type Counted = "messages" | "tasks" | "memories" | "files";

/** Returns the characters written in a workspace, weighted by the cost to store and index them. */
export function charactersIn({ messages, tasks, memories }: Workspace): number {
  return messages.characters + tasks.characters + memories.characters;
}

/** Throws a rejection for a further resource in a full workspace. */
export function requireQuota(caller: Caller, kind: Counted): void {
  const { things } = caller.workspace.quota;
  if (caller.workspace[kind].count >= things) throw full(`${things} ${kind}`, { limit: things, kind });
  requireTextQuota(caller);
}

/** Rejects further text in a workspace that is full of it. */
export function requireTextQuota({ workspace }: Caller): void {
  const { characters } = workspace.quota;
  if (charactersIn(workspace) >= characters) throw full(`${characters} characters of text`, { limit: characters });
}

function full(what: string, details: Readonly<Record<string, unknown>>): Rejection {
  return rejection("conflict", `The workspace is full: it holds ${what}`, {
    suggestion: "Reset the fake, or use a workspace of its own for each test.",
    details,
  });
}

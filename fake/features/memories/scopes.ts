import { notFound } from "../../access.ts";
import type { Scope } from "../../directory.ts";
import { rejection } from "../../rejection.ts";
import type { RuledCaller } from "../../rules.ts";

/** Returns the scope. Throws a rejection unless it exists and the caller may read it. */
export function readableScope(caller: RuledCaller, scopeId: string): Scope {
  const scope = existing(caller, scopeId);
  if (caller.rules.memories.mayRead(caller, scopeId)) return scope;
  throw missing(scope, "CAN_READ");
}

/** Returns the scope. Throws a rejection unless it exists and the caller may write to it. */
export function writableScope(caller: RuledCaller, scopeId: string): Scope {
  const scope = existing(caller, scopeId);
  if (caller.rules.memories.mayWrite(caller, scopeId)) return scope;
  throw missing(scope, "CAN_WRITE");
}

/** Every scope that the caller may read. */
export function readableScopes(caller: RuledCaller): readonly Scope[] {
  const { directory } = caller.workspace;
  return [...directory.scopes.values()].filter((scope) => caller.rules.memories.mayRead(caller, scope.id));
}

function existing(caller: RuledCaller, scopeId: string): Scope {
  const scope = caller.workspace.directory.scopes.get(scopeId);
  if (scope === undefined) throw notFound("scope", scopeId);
  return scope;
}

function missing(scope: Scope, permission: string) {
  return rejection("permission-denied", `The agent lacks ${permission} on scope ${scope.id}`, {
    suggestion: `Grant the agent ${permission} on the scope, or use a scope that it has it on.`,
    details: { scopeId: scope.id, permission },
  });
}

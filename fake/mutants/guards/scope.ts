import type { Call } from "../../http/call.ts";
import { bodyMember } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Guard } from "../model.ts";

const SCOPED = new Set(["search-memories", "recall", "remember", "bootstrap-context"]);

/** A scope that the request names and the caller may read, or that does not exist: `scope=readable`. */
export const scope: Guard = {
  name: "scope",
  needsCaller: true,
  about: () => ["scope_id"],
  rejected: (level) => (level === "scope=unknown" ? "denied" : null),
  levels: ({ operation }) => (SCOPED.has(operation) ? ["scope=readable", "scope=unknown"] : []),
  calls: (level) => (call) => {
    const key = ownKey(call);
    const named = namedScope(call);
    if (key === undefined || named === null) return false;
    const { directory } = key.workspace;
    return level === "scope=unknown" ? !directory.scopes.has(named) : directory.may("CAN_READ", named, key.agent.id);
  },
};

function namedScope(call: Call): string | null {
  const named = bodyMember(call, "scope_id") ?? call.query.get("scope_id");
  return typeof named === "string" ? named : null;
}

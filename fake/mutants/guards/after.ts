import { ownKey } from "../../overrides/identities.ts";
import type { Workspace } from "../../workspace.ts";
import type { Guard } from "../model.ts";

const WRITES = ["create-task", "block-task", "release-task", "send-message", "flag-needs-human", "remember"];

/** The last write that the workspace took was of one operation: `after=block-task`. */
export const after: Guard = {
  name: "after",
  needsCaller: true,
  // A workspace without an allowance has no tasks.
  about: (level) => ["after", ...(level.endsWith("-task") ? ["plan"] : [])],
  levels: () => WRITES.map((name) => `after=${name}`),
  calls: (level) => {
    const [, wanted] = level.split("=");
    const last = new Map<Workspace, string>();
    return (call) => {
      const workspace = ownKey(call)?.workspace;
      if (workspace === undefined) return false;
      const holds = last.get(workspace) === wanted;
      if (call.operation !== null && WRITES.includes(call.operation)) last.set(workspace, call.operation);
      return holds;
    };
  },
};

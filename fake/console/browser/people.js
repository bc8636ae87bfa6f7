import { inWorkspace } from "./api.js";
import { useData } from "./data.js";

/** @import { People, WorkspaceView } from "./types.d.ts" */

/**
 * The agents and people of a workspace, with the name behind each id.
 *
 * @param {WorkspaceView} workspace
 * @param {number} version
 * @returns {People}
 */
export function usePeople(workspace, version) {
  const agents = useData(inWorkspace(workspace.id, "agents"), version).data?.agents ?? [];
  const users = useData(inWorkspace(workspace.id, "users"), version).data?.users ?? [];
  const names = new Map(
    [...agents, ...users].flatMap(({ id, identityId, name }) => [
      [id, name],
      [identityId, name],
    ]),
  );
  return { agents, users, nameOf: (id) => names.get(id) ?? id };
}

import type { Json } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { ownKey, withKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import type { Call } from "../http/call.ts";
import type { ApiKey } from "../service.ts";
import { copyOf, eachOnce } from "./tools.ts";

/** How much an agent sees: its channels, and the scopes that it may read. */
export function reach({ workspace, agent }: ApiKey): number {
  return workspace.directory.channelsOf(agent.id).size + workspace.directory.scopesOf("CAN_READ", agent.id).size;
}

/** Adds to the list of an answer what agents of other workspaces would get, where the call and the item are meant. */
export function unionOfWorkspaces(
  operation: string,
  path: string,
  holds: (call: Call) => boolean = () => true,
  isShown: (item: Json, call: Call) => boolean = () => true,
): Change {
  return {
    around: (call, next) => {
      const reply = next();
      const own = ownKey(call);
      if (call.operation !== operation || reply.status !== 200 || own === undefined || !holds(call)) return reply;
      const { caller } = call;
      const others = [...call.service.keys.values()].filter(({ workspace }) => workspace !== own.workspace);
      const foreign = others.flatMap((key) =>
        listAt(withKey(call, key, next).body, path).filter((item) => isShown(item, call)),
      );
      call.caller = caller;
      const body = copyOf(reply.body as object);
      editAt(body, path, (items) => eachOnce([...(Array.isArray(items) ? items : []), ...foreign]));
      return { ...reply, body };
    },
  };
}

function listAt(body: unknown, path: string): Json[] {
  let items: Json[] = [];
  editAt(copyOf(body as object), path, (found) => {
    items = Array.isArray(found) ? found : [];
    return found;
  });
  return items;
}

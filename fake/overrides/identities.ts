import type { Agent } from "../directory.ts";
import type { Call } from "../http/call.ts";
import type { ApiKey } from "../service.ts";
import type { Workspace } from "../workspace.ts";

/** Returns a key of another workspace that `owns` selects; undefined if there is none. */
export function keyOfOtherWorkspace(call: Call, owns: (workspace: Workspace) => boolean): ApiKey | undefined {
  const own = call.service.keys.get(bearerOf(call) ?? "")?.workspace;
  return [...call.service.keys.values()].find((key) => key.workspace !== own && owns(key.workspace));
}

/** Returns the caller's own key if it is valid. */
export function ownKey(call: Call): ApiKey | undefined {
  return call.service.keys.get(bearerOf(call) ?? "");
}

/** Performs something with another key in the call's header. */
export function withKey<T>(call: Call, { key }: Pick<ApiKey, "key">, act: () => T): T {
  const { headers } = call;
  call.headers = { ...headers, authorization: `Bearer ${key}` };
  try {
    return act();
  } finally {
    call.headers = headers;
  }
}

/** Returns the key in a call's header, valid or not. */
export function bearerOf(call: Call): string | undefined {
  return /^Bearer +(\S+)/i.exec(call.headers.authorization ?? "")?.[1];
}

/** Tells the calls of every agent of a workspace but the one that called there first. */
export function bySecondAgent(): (call: Call) => boolean {
  const first = new Map<Workspace, Agent>();
  return (call) => {
    const key = ownKey(call);
    if (key === undefined) return false;
    const agent = first.get(key.workspace) ?? key.agent;
    first.set(key.workspace, agent);
    return agent !== key.agent;
  };
}

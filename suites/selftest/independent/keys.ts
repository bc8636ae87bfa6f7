import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Bench } from "./call.ts";
import { refuse } from "./refusal.ts";
import type { Agent } from "./world.ts";

/** Finds the agent whose key a request carries; refuses a request without a valid one. */
export function keyring(bench: Bench): (request: IncomingMessage) => Agent {
  const known = new WeakMap<Socket, Agent>();
  return (request) => {
    const key = presentedKey(bench, request.headers.authorization ?? "");
    const agent = key === undefined ? undefined : holder(bench, key);
    if (agent) {
      known.set(request.socket, agent);
      return agent;
    }
    const remembered =
      bench.isMutated("auth.per-connection") && key === undefined ? known.get(request.socket) : undefined;
    if (remembered) return remembered;
    if (key !== undefined && bench.isMutated("auth.unknown-403")) refuse("denied", "this key is not known");
    return refuse("unauthenticated", "a valid API key is required");
  };
}

function presentedKey({ isMutated }: Bench, header: string): string | undefined {
  const match = (isMutated("auth.any-scheme") ? /^\S+ +(.+)$/ : /^bearer +(.+)$/i).exec(header.trim());
  if (!match && isMutated("auth.empty-key") && /^bearer\s*$/i.test(header.trim())) return "";
  return match?.[1];
}

function holder({ world, isMutated }: Bench, key: string): Agent | undefined {
  const agents = world.agents.rows();
  if (key === "" && isMutated("auth.empty-key")) return agents[0];
  const longest = isMutated("auth.prefix") ? agents.find((agent) => key.startsWith(agent.key)) : undefined;
  const half = isMutated("auth.short")
    ? agents.find((agent) => key.length >= agent.key.length / 2 && agent.key.startsWith(key))
    : undefined;
  const folded = isMutated("auth.letter-case")
    ? agents.find((agent) => agent.key.toLowerCase() === key.toLowerCase())
    : undefined;
  const ends = isMutated("auth.altered")
    ? agents.find(
        (agent) =>
          agent.key.length === key.length &&
          agent.key.slice(0, 4) === key.slice(0, 4) &&
          agent.key.slice(-4) === key.slice(-4),
      )
    : undefined;
  return agents.find((agent) => agent.key === key) ?? ends ?? longest ?? half ?? folded;
}

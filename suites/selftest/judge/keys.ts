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
    const remembered = bench.bug("auth.per-connection") && key === undefined ? known.get(request.socket) : undefined;
    if (remembered) return remembered;
    if (key !== undefined && bench.bug("auth.unknown-403")) refuse("denied", "this key is not known");
    return refuse("unauthenticated", "a valid API key is required");
  };
}

function presentedKey({ bug }: Bench, header: string): string | undefined {
  const match = (bug("auth.any-scheme") ? /^\S+ +(.+)$/ : /^bearer +(.+)$/i).exec(header.trim());
  if (!match && bug("auth.empty-key") && /^bearer\s*$/i.test(header.trim())) return "";
  return match?.[1];
}

function holder({ world, bug }: Bench, key: string): Agent | undefined {
  const agents = world.agents.rows();
  if (key === "" && bug("auth.empty-key")) return agents[0];
  const longest = bug("auth.prefix") ? agents.find((agent) => key.startsWith(agent.key)) : undefined;
  const half = bug("auth.short")
    ? agents.find((agent) => key.length >= agent.key.length / 2 && agent.key.startsWith(key))
    : undefined;
  const folded = bug("auth.letter-case")
    ? agents.find((agent) => agent.key.toLowerCase() === key.toLowerCase())
    : undefined;
  const ends = bug("auth.altered")
    ? agents.find(
        (agent) =>
          agent.key.length === key.length &&
          agent.key.slice(0, 4) === key.slice(0, 4) &&
          agent.key.slice(-4) === key.slice(-4),
      )
    : undefined;
  return agents.find((agent) => agent.key === key) ?? ends ?? longest ?? half ?? folded;
}

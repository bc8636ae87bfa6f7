import { createRequire } from "node:module";
import type { Agent, ProxyAgent } from "undici";

/**
 * undici is loaded where it is needed, and as far as it is: the whole of it, with a fetch, caches and mocks of its own, takes
 * four times as long, at the beginning of every run.
 */
const load = createRequire(import.meta.url);

/** Keeps connections to the origins that are asked. */
export function createAgent(options: Agent.Options): Agent {
  const Kept = load("undici/lib/dispatcher/agent.js") as typeof Agent;
  return new Kept(options);
}

/** The same by way of a proxy. */
export function createProxyAgent(options: ProxyAgent.Options): ProxyAgent {
  // A tunnel is opened with methods that only the whole of undici gives to its parts.
  const { ProxyAgent: Kept } = load("undici") as typeof import("undici");
  return new Kept(options);
}

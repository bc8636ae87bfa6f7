import { createRequire } from "node:module";
import type { Agent, ProxyAgent } from "undici";

/**
 * Loads only the needed part of undici, when it is needed. The whole of it, with its fetch, caches and mocks, takes
 * four times as long at the start of every run.
 */
const load = createRequire(import.meta.url);

/** Creates an agent that keeps connections to the origins of its requests. */
export function createAgent(options: Agent.Options): Agent {
  const Kept = load("undici/lib/dispatcher/agent.js") as typeof Agent;
  return new Kept(options);
}

/** Creates an agent that connects through a proxy. */
export function createProxyAgent(options: ProxyAgent.Options): ProxyAgent {
  // Only the complete undici adds to its parts the methods that open a tunnel.
  const { ProxyAgent: Kept } = load("undici") as typeof import("undici");
  return new Kept(options);
}

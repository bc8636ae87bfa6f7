import type { IncomingMessage } from "node:http";
import type { Bench } from "./call.ts";
import { refuse } from "./refusal.ts";
import type { Agent } from "./world.ts";

/** Returns a function that finds the agent of a request's key. It rejects a request without a valid key. */
export function keyring({ world }: Bench): (request: IncomingMessage) => Agent {
  return ({ headers }) => {
    const key = /^bearer +(.+)$/i.exec((headers.authorization ?? "").trim())?.[1];
    const agent = world.agents.rows().find((one) => one.key === key);
    return agent ?? refuse("unauthenticated", "a valid API key is required");
  };
}

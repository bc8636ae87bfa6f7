import type { Agent } from "./directory.ts";
import type { Clock } from "./runtime/clock.ts";
import type { Ids } from "./runtime/ids.ts";
import type { Random } from "./runtime/random.ts";
import type { Workspace } from "./workspace.ts";

/** An API key with its agent. */
export interface ApiKey {
  readonly key: string;
  readonly workspace: Workspace;
  readonly agent: Agent;
}

/** Settings of the complete fake. */
export interface Settings {
  /** The lifetime of a presigned URL. */
  urlLifetimeMs: number;
  /** Requests a second for each key; 0 for no limit. */
  rateLimit: number;
  /** Delay before each response. */
  latencyMs: number;
}

/** The state of one running fake, passed to logic instead of globals. */
export interface Service {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly workspaces: Map<string, Workspace>;
  readonly keys: Map<string, ApiKey>;
  /** The seed of keys, ids and chance. */
  readonly seed: number | string;
  /** Key of the signatures in presigned URLs and cursors; a snapshot that is restored brings its own. */
  secret: string;
  /** Turns a text into a vector of unit length; the similarity of two texts is the product of theirs. */
  readonly embed: (text: string) => Float32Array;
  /** Its URL once it listens: `http://127.0.0.1:4010`. */
  origin: string;
}

/** The agent, workspace and time of a request: the first argument of all logic. */
export interface Caller {
  readonly service: Service;
  readonly workspace: Workspace;
  readonly agent: Agent;
  /** Instant of the request, milliseconds since 1970. */
  readonly now: number;
  /** Origin under which the caller reaches the fake, for the URLs in its responses. */
  readonly origin: string;
}

/** Returns a caller for an agent at this moment, as in a request. */
export function callerOf(service: Service, { workspace, agent }: Pick<ApiKey, "workspace" | "agent">): Caller {
  return { service, workspace, agent, now: service.clock.now(), origin: service.origin };
}

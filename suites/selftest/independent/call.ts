import type { Choices } from "./choices.ts";
import type { Clock } from "./clock.ts";
import type { Ids } from "./ids.ts";
import type { Prng } from "./prng.ts";
import type { Reader } from "./reader.ts";
import { refuse } from "./refusal.ts";
import type { Runtime } from "./runtime.ts";
import type { JsonObject, Value } from "./shape.ts";
import type { Agent, World } from "./world.ts";

/** The shared state of all calls to one server. */
export interface Bench {
  readonly choices: Choices;
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly prng: Prng;
  readonly ids: Ids;
  readonly world: World;
  /** Returns the next position in the order of creation. */
  readonly place: () => number;
  /** The lag of an index, in microseconds. */
  readonly lag: number;
  /** URLs of the origin that stores and serves bytes. */
  readonly storage: {
    upload(id: string): string;
    download(id: string): string;
    headers(mime: string, id: string): JsonObject;
  };
}

/** One authenticated call. */
export interface Call extends Bench {
  readonly caller: Agent;
  readonly input: Reader;
}

/** A successful response. */
export interface Outcome {
  readonly data: Value;
  readonly pagination?: { readonly more: boolean; readonly total?: number; readonly cursor?: string | undefined };
}

/** One operation of the contract. */
export interface Operation {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly family: "agent" | "sdk";
  readonly run: (call: Call) => Outcome;
}

/** Rejects an identifier that names nothing the caller may know of. */
export function notThere({ ids, choices }: Bench, what: string, id: string, exists = false): never {
  if (!ids.wellFormed(id) && choices.refusals.malformedId === 400) refuse("invalid", `malformed ${what} id`, { id });
  if (exists && choices.refusals.hidden === 403) refuse("denied", `no access to this ${what}`, { id });
  return refuse("missing", `no such ${what}`, { id });
}

import { pathToFileURL } from "node:url";
import type { createIndependentServer } from "../independent/independent-server.ts";
import { instrumented } from "./instrument.ts";

interface ServerModule {
  readonly createIndependentServer: typeof createIndependentServer;
}

/** A copy of the server's code with one mutant switched on. */
export interface LoadedMutant extends ServerModule {
  /** How often the mutated code was come to, up to now. */
  reached(): number;
}

/** So often no run comes to a place: what does is in a loop that no longer ends, and is thrown out of it. */
const HITS_AT_MOST = 3_000_000;

/** What the instrumented code looks at; one process runs one mutant at a time. */
interface Switches {
  activeMutant: string;
  hitCount: number;
  hitLimit: number;
}

/** Hits while a module was loaded, by its URL: it is loaded once, and its constants are created then. */
const hitsAtLoad = new Map<string, number>();

/** Loads the code again, so that what runs as a module is loaded runs with the mutant; null for the original. */
export async function loadMutant(id: string | null): Promise<LoadedMutant> {
  const { module, mutants } = await instrumented();
  const mutant = mutants.find((one) => one.id === id);
  if (id !== null && mutant === undefined) throw new Error(`unknown mutant "${id}" of the independent server's code`);
  const shared = globalThis as { __stryker__?: Partial<Switches> };
  shared.__stryker__ ??= {};
  const switches = Object.assign(shared.__stryker__, { activeMutant: "none", hitCount: 0, hitLimit: HITS_AT_MOST });
  switches.activeMutant = mutant?.number ?? "none";
  const url = `${pathToFileURL(module).href}?mutant=${switches.activeMutant}`;
  const { createIndependentServer } = (await import(url)) as ServerModule;
  hitsAtLoad.set(url, hitsAtLoad.get(url) ?? switches.hitCount);
  switches.hitCount = 0;
  return { createIndependentServer, reached: () => switches.hitCount + (hitsAtLoad.get(url) ?? 0) };
}

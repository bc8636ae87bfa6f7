import { pathToFileURL } from "node:url";
import type { createIndependentServer } from "../independent/independent-server.ts";
import { instrumented } from "./instrument.ts";

interface ServerModule {
  readonly createIndependentServer: typeof createIndependentServer;
}

/** A copy of the server's code with one active mutant. */
export interface LoadedMutant extends ServerModule {
  /** Returns how often the mutated code has been reached. */
  reached(): number;
}

/** More hits than any run has: the code is in an endless loop, which this limit ends. */
const HITS_AT_MOST = 3_000_000;

/** The state that the instrumented code reads; one process runs one mutant at a time. */
interface Switches {
  activeMutant: string;
  hitCount: number;
  hitLimit: number;
}

/** Hits while a module was loaded, by its URL: it is loaded once, and its constants are created then. */
const hitsAtLoad = new Map<string, number>();

/** Loads the code again, so that module initialisation runs with the mutant too; null for the original. */
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

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run-command.ts";
import type { Work } from "./work.ts";

/**
 * Tools of one language that generators share, installed into a folder of the cache, with the command to start its
 * flows.
 */
export interface Toolset {
  /** The folder in the cache. */
  readonly folder: string;
  /** Package → exact version; a cache with other pins is installed again. */
  readonly pins: Readonly<Record<string, string>>;
  /** Commands that must succeed before anything is installed: command and arguments. */
  readonly probes: readonly (readonly [string, ...string[]])[];
  /** File of `suites/clients/flows/` with the shared code of the language's flows. */
  readonly support?: string;
  /** The path of a flow's program next to the client. */
  readonly flowFile: string;
  install(folder: string): Promise<void>;
  /** Returns the command that starts a compiled flow. */
  start(work: Work): readonly [string, ...string[]];
}

/** Returns the first command of a toolset that the machine does not have, or null. */
export async function missingCommand({ probes }: Pick<Toolset, "probes">): Promise<string | null> {
  for (const [command, ...args] of probes) {
    const answers = await run(command, args, { timeoutMs: 60_000 }).then(
      () => true,
      () => false,
    );
    if (!answers) return command;
  }
  return null;
}

const installing = new Map<Toolset, Promise<string>>();

/** Installs a toolset once, unless an earlier run completed it; returns its folder. */
export function installed(tools: Toolset, cache: string): Promise<string> {
  const promise = installing.get(tools) ?? install(tools, join(cache, tools.folder));
  installing.set(tools, promise);
  return promise;
}

async function install(tools: Toolset, folder: string): Promise<string> {
  const pins = JSON.stringify(tools.pins);
  const complete = join(folder, "installed-pins.json");
  if ((await readFile(complete, "utf8").catch(() => null)) === pins) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await tools.install(folder);
  await writeFile(complete, pins);
  return folder;
}

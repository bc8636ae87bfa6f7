import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createFake } from "../../fake/index.ts";
import { packageFile } from "../../spec/package-root.ts";
import type { ClientGenerator } from "./client-generator.ts";
import { GENERATORS } from "./generators/all.ts";
import { clientsPage } from "./page.ts";
import { type Trial, type TrialOptions, tryGenerator } from "./trial.ts";

// `npm run clients [-- NAME …]`: generates clients from the document, compiles them, and runs each on the fake.

const AT_A_TIME = 2;
const PAGE = packageFile("spec", "clients.md");

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => chosen([name]).length === 0);
  if (unknown.length > 0) {
    const known = GENERATORS.map(({ name }) => name).join(", ");
    process.stderr.write(`no generator is named "${unknown.join('", "')}": expected a part of one of ${known}\n`);
    return 2;
  }
  const fake = await createFake();
  const cache = resolve(process.env.WAC_CLIENTS_CACHE ?? join(tmpdir(), "wac-clients"));
  process.stdout.write(`tools in ${cache} (WAC_CLIENTS_CACHE)\n`);
  const trials = await tryAll(chosen(names), { cache, fake });
  await fake.close();
  if (names.length === 0) await writeFile(PAGE, clientsPage(trials, await readFile(PAGE, "utf8").catch(() => "")));
  const count = (kind: string) => trials.filter(({ result }) => result.kind === kind).length;
  process.stdout.write(`${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped\n`);
  return count("failed") === 0 && count("passed") > 0 ? 0 : 1;
}

/** Returns the generators whose name contains one of these; all if there are none. */
function chosen(names: readonly string[]): readonly ClientGenerator[] {
  return GENERATORS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
}

/**
 * Tries the generators, a few at a time, and prints each result when it is known; returns them in the order of the
 * list.
 */
async function tryAll(generators: readonly ClientGenerator[], options: TrialOptions): Promise<readonly Trial[]> {
  const trials = new Map<ClientGenerator, Trial>();
  const waiting = [...generators];
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const trial = await tryGenerator(next, options);
      trials.set(next, trial);
      process.stdout.write(resultLines(trial));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return generators.flatMap((generator) => trials.get(generator) ?? []);
}

function resultLines({ generator, result, times }: Trial): string {
  const seconds = Object.entries(times).map(([stage, ms]) => `${stage} ${(ms / 1000).toFixed(1)} s`);
  const title = `${result.kind} ${generator.name} ${generator.version}`;
  if (result.kind === "passed") return `${title} (${seconds.join(", ")})\n`;
  if (result.kind === "skipped") return `${title}: ${result.reason}\n`;
  return `${title} at ${result.stage} (${seconds.join(", ")})\n${result.reason}\n`;
}

import { drawMutants } from "../../../fake/mutants-and-variants.ts";
import { loadDocument } from "../../../spec/document/document.ts";
import type { ApiDocument } from "../../../spec/document/model.ts";
import { type ServerProcess, startFake, startIndependentServer } from "../processes.ts";
import type { ComparisonOptions } from "./arguments.ts";
import { attachFile } from "./attach-file.ts";
import type { ToolRecord } from "./comparison.ts";
import { JOURNAL_ENTRIES, requestsSoFar, servedBy } from "./served.ts";
import type { ToolRun } from "./tool-run.ts";
import type { RunOptions, Tool } from "./tools.ts";

/** Everything that was measured. */
export interface Measured {
  readonly mutants: readonly { readonly mutant: string; readonly breaks: string }[];
  /** Operations of the document. */
  readonly operations: number;
  readonly tools: readonly ToolRecord[];
}

/** Runs against the correct fake, each with its own seed. */
const CORRECT_RUNS = 3;

/**
 * The time limit of the extended run against the correct fake, as a multiple: a rare finding there must not count as a
 * finding on a mutant.
 */
const EXTENDED = 10;

/** Guard counts in a draw: none, one, two and three, in equal shares. */
const GUARD_COUNTS = 4;

/**
 * Runs the tools, one after another, each against a server that is started for it.
 *
 * @param tell receives a line about each run
 */
export async function measureTools(
  tools: readonly Tool[],
  options: ComparisonOptions,
  tell: (line: string) => void,
): Promise<Measured> {
  const document = await loadDocument();
  const drawn = await drawMutants(options.mutants * GUARD_COUNTS, options.seed);
  const mutants = drawn.filter(({ guards }) => guards.length === 0).map(({ id, breaks }) => ({ mutant: id, breaks }));
  const { seconds, seed } = options;
  const run = async (tool: Tool, what: string, starting: Promise<ServerProcess>, more: Partial<RunOptions> = {}) => {
    const done = await runOnce(tool, starting, document, { seconds, seed, firstOnly: false, ...more });
    tell(`${tool.name}, ${what}: ${summary(done)}`);
    return done;
  };
  const onCorrect = [];
  for (const tool of tools) {
    const correct: ToolRun[] = [];
    for (let count = 0; count < CORRECT_RUNS; count += 1)
      correct.push(await run(tool, "correct fake", startCounting(), { seed: seed + count }));
    const extended = await run(tool, "correct fake, extended", startCounting(), { seconds: seconds * EXTENDED });
    const independent = await run(tool, "independent server", startIndependentServer(1));
    onCorrect.push({ correct, extended, independent });
  }
  const onMutants: ToolRun[][] = tools.map(() => []);
  for (const [at, { mutant }] of mutants.entries())
    for (const [index, tool] of tools.entries()) {
      const what = `${at + 1}/${mutants.length} ${mutant}`;
      onMutants[index]?.push(await run(tool, what, startCounting("--mutant", mutant), { firstOnly: true }));
    }
  return {
    mutants,
    operations: document.operations.length,
    tools: onCorrect.map((runs, index) => ({
      tool: tools[index]?.name ?? "",
      ...runs,
      mutants: onMutants[index] ?? [],
    })),
  };
}

/** Starts a fake that keeps every request. */
function startCounting(...words: readonly string[]): Promise<ServerProcess> {
  return startFake(["--seed", "1", "--journal", String(JOURNAL_ENTRIES), ...words]);
}

async function runOnce(
  tool: Tool,
  starting: Promise<ServerProcess>,
  document: ApiDocument,
  options: RunOptions,
): Promise<ToolRun> {
  const server = await starting;
  const { target } = server;
  try {
    const attachment = await attachFile(document, target);
    const before = await requestsSoFar(target.baseUrl);
    const result = await tool.run({ target, attachment }, options);
    const operations = document.operations.map(({ id }) => id);
    const served = before === null ? NOT_COUNTED : await servedBy(target.baseUrl, before, operations);
    return { ...result, ...served };
  } finally {
    await server.stop();
  }
}

/** The independent server keeps no journal. */
const NOT_COUNTED = { requests: null, successes: null };

function summary({ requests, seconds, findings }: ToolRun): string {
  const keys = findings.map((finding) => `${finding.key} (${finding.seconds.toFixed(1)} s)`);
  const shown = keys.length > SHOWN ? [...keys.slice(0, SHOWN), "…"] : keys;
  const sent = requests === null ? "" : `${requests} requests, `;
  return `${sent}${seconds.toFixed(1)} s, ${findings.length} findings${shown.map((key) => `\n    ${key}`).join("")}`;
}

const SHOWN = 6;

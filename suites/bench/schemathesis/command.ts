import { appendFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { OperatorError } from "../../../spec/operator-error.ts";
import { tool } from "../../../spec/tool.ts";
import type { Command, Input } from "../../cli/core/command.ts";
import type { Io } from "../../cli/core/io.ts";
import { COMPARISON, readOptions } from "./arguments.ts";
import { measureTools } from "./compare.ts";
import { figuresOf, trueFindings } from "./comparison.ts";
import { findSchemathesis } from "./find-schemathesis.ts";
import { figuresTable, markdownTable } from "./table.ts";
import { schemathesisTool, wacTool } from "./tools.ts";

/** `npm run bench:schemathesis`: the suite and Schemathesis on the same servers. */
export const comparison: Command = {
  ...COMPARISON,
  async run(input: Input, io: Io) {
    const options = readOptions(input);
    if (options.json !== null) checkWritable(options.json);
    const found = await findSchemathesis(options.python);
    if ("missing" in found) {
      io.out(`skipped: ${found.missing}\n`);
      return 0;
    }
    const { seconds, seed } = options;
    const tools = [wacTool("smoke"), wacTool("standard"), schemathesisTool(found.python)];
    const measured = await measureTools(tools, options, (line) => io.err(`${line}\n`));
    const figures = measured.tools.map((record) => figuresOf(record, seconds));
    const firsts = measured.tools.map((record) => trueFindings(record, seconds));
    const mutants = measured.mutants.map((one, index) => ({
      ...one,
      first: Object.fromEntries(tools.map(({ name }, column) => [name, firsts[column]?.[index] ?? null])),
    }));
    const versions = `wac ${tool.version}, Schemathesis ${found.version}`;
    const machine = `Node.js ${process.versions.node}, ${availableParallelism()} cores`;
    io.out(`${versions}; ${seconds} s for each run, seed ${seed}; ${machine}.\n\n`);
    io.out(`${figuresTable(figures, mutants.length, measured.operations)}\n`);
    const rows = mutants.map(({ mutant, first }) => [
      `\`${mutant}\``,
      ...tools.map(({ name }) => (first[name] ? `${first[name].seconds.toFixed(1)} s` : "")),
    ]);
    io.out(markdownTable(["first true finding", ...tools.map(({ name }) => name)], rows));
    if (options.json !== null) {
      const head = { measuredAt: new Date().toISOString(), versions, machine, seconds, seed };
      writeFileSync(options.json, `${JSON.stringify({ ...head, figures, mutants, tools: measured.tools }, null, 2)}\n`);
    }
    return 0;
  },
};

/** Checks that the file is writable before the long measurement, without changing its content. */
function checkWritable(path: string): void {
  try {
    appendFileSync(path, "");
  } catch (cause) {
    throw new OperatorError({
      code: "BENCH-JSON",
      message: `--json: cannot write "${path}".`,
      hint: "Give a file in a folder that exists and can be written to.",
      cause,
    });
  }
}

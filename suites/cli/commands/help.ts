import { ERROR_CODES } from "../../../spec/error-codes.ts";
import type { Command, CommandEntry } from "../core/command.ts";
import { unknownCommand } from "../core/dispatch.ts";
import { commandPage, overview } from "../core/help.ts";
import { targetTemplate } from "../init/target-template.ts";
import { SUMMARIES } from "./summaries.ts";

/** `wac help [COMMAND|errors|target]`. */
export function helpCommand(commands: readonly CommandEntry[]): Command {
  return {
    name: "help",
    summary: SUMMARIES.help,
    positionals: { names: ["COMMAND"], required: 0 },
    options: [],
    examples: [
      ["wac help run", "the options of wac run"],
      ["wac help errors", "every error code, with its meaning"],
      ["wac help target", "everything that a target file can say"],
    ],
    notes: [],
    async run(input, io) {
      const [topic] = input.positionals;
      io.out(await page(topic, commands));
      return 0;
    },
  };
}

async function page(topic: string | undefined, commands: readonly CommandEntry[]): Promise<string> {
  if (topic === undefined) return overview(commands);
  if (topic === "errors") return errorPage();
  if (topic === "target") return targetTemplate(EXAMPLE);
  const entry = commands.find((command) => command.name === topic);
  if (entry === undefined) throw unknownCommand(topic, commands);
  return commandPage(await entry.load());
}

/** Default answers of a target file for which nobody was asked. */
const EXAMPLE = {
  baseUrl: "https://staging.example.com",
  keyVariable: "WAC_API_KEY",
  knownFailures: "known-failures.yaml",
};

function errorPage(): string {
  const width = Math.max(...ERROR_CODES.map((entry) => entry.code.length));
  const sorted = [...ERROR_CODES].sort((one, other) => one.code.localeCompare(other.code));
  const rows = sorted.map((entry) => `  ${entry.code.padEnd(width)}  ${entry.meaning}`);
  const intro = "Every error has a code, a message with the value concerned, its cause where there is one, and a hint.";
  return [intro, "They go to standard error; the exit status is 2.", "", ...rows, ""].join("\n");
}

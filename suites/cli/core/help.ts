import { COMMON_OPTIONS, type Command, type CommandEntry, type Option, typedAs } from "./command.ts";
import { asTyped } from "./invocation.ts";

/** Returns the page that lists all commands. */
export function overview(commands: readonly CommandEntry[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const rows = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  const page = [
    "wac: conformance suite and reference fake of the Workspace Agent API",
    "",
    "Usage: wac COMMAND [OPTIONS]",
    "",
    "Commands:",
    ...rows,
    "",
    "Start here:",
    "  wac run    run the suite against the bundled fake",
    "  wac fake   serve the fake for a client under development",
    "  wac init   prepare a target file for a server of yours",
    "",
    "wac help COMMAND (or COMMAND --help, -h) shows a command's options and examples, help errors and help target the rest.",
    "wac --version prints the version.",
    "",
  ];
  return asTyped(page.join("\n"));
}

/** Returns the page of one command. */
export function commandPage(command: Command): string {
  const page = [
    `${typedAs(command)}: ${command.summary}`,
    "",
    `Usage: ${[typedAs(command), ...command.positionals.names.map((name, index) => positional(name, index, command)), "[OPTIONS]"].join(" ")}`,
    "",
    "Options:",
    ...optionRows([...command.options, ...COMMON_OPTIONS]),
    ...(command.notes.length === 0 ? [] : ["", ...command.notes]),
    "",
    "Examples:",
    ...command.examples.flatMap(([line, meaning]) => [`  ${line}`, `      ${meaning}`]),
    "",
  ];
  return asTyped(page.join("\n"));
}

function positional(name: string, index: number, command: Command): string {
  return index < command.positionals.required ? name : `[${name}]`;
}

function optionRows(options: readonly Option[]): string[] {
  const heads = options.map(
    (option) => `--${option.name}${option.value === undefined ? "" : ` ${option.value}`}${option.many ? " …" : ""}`,
  );
  const width = Math.max(...heads.map((head) => head.length));
  return options.map((option, index) => `  ${(heads[index] ?? "").padEnd(width)}  ${option.text}`);
}

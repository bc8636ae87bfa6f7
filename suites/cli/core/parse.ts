import { parseArgs } from "node:util";
import { didYouMean } from "../../../spec/nearest.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import { COMMON_OPTIONS, type Command, type Input, type Option, typedAs } from "./command.ts";

type Definition = Pick<Command, "name" | "typed" | "options" | "removed" | "positionals">;

/** The arguments read so far: option → its values (empty for a switch), and the remaining words. */
interface Gathered {
  readonly given: Map<string, string[]>;
  readonly positionals: string[];
}

/**
 * Reads the arguments of a command.
 *
 * @throws OperatorError `CLI-…` for unknown, repeated, missing or superfluous arguments; `--help` forgives missing ones.
 */
export function parseInput(args: readonly string[], command: Definition): Input {
  const options = [...command.options, ...COMMON_OPTIONS];
  const { given, positionals } = gather(args, options, command);
  if (!given.has("help")) checkPositionals(positionals, command);
  return {
    flag: (name) => given.has(name),
    value: (name) => given.get(name)?.[0],
    values: (name) => given.get(name) ?? [],
    positionals,
  };
}

function gather(args: readonly string[], options: readonly Option[], command: Definition): Gathered {
  const known = new Map(options.map((option) => [option.name, option]));
  const gathered: Gathered = { given: new Map(), positionals: [] };
  let open: string[] | null = null;
  for (const token of tokensOf(args, options)) {
    if (token.kind === "option") open = takeOption(token, known, gathered, command);
    else if (token.kind === "positional") (open ?? gathered.positionals).push(token.value);
    else open = null;
  }
  return gathered;
}

/**
 * Returns the first value of an option in arguments that may be invalid; "" for a switch, undefined if the option is
 * absent.
 */
export function typedValue(args: readonly string[], command: Definition, name: string): string | undefined {
  const tokens = tokensOf(args, [...command.options, ...COMMON_OPTIONS]);
  const found = tokens.find((token) => token.kind === "option" && (token.name === "h" ? "help" : token.name) === name);
  return found?.kind === "option" ? (found.value ?? "") : undefined;
}

type Token =
  | {
      readonly kind: "option";
      readonly name: string;
      readonly rawName: string;
      readonly value?: string | undefined;
      readonly inlineValue?: boolean | undefined;
    }
  | { readonly kind: "positional"; readonly value: string }
  | { readonly kind: "option-terminator" };

function tokensOf(args: readonly string[], options: readonly Option[]): readonly Token[] {
  const types = options.map(
    (option) => [option.name, { type: option.value === undefined ? "boolean" : "string" }] as const,
  );
  const short = { h: { type: "boolean" } } as const;
  const config = { ...Object.fromEntries(types), help: { type: "boolean", short: "h" } as const, ...short };
  return parseArgs({ args: [...args], options: config, strict: false, tokens: true }).tokens;
}

/** Records one option; returns the list for the following words if it takes several. */
function takeOption(
  token: Token & { kind: "option" },
  known: ReadonlyMap<string, Option>,
  { given }: Gathered,
  command: Definition,
): string[] | null {
  const option = known.get(token.name === "h" ? "help" : token.name);
  if (option === undefined) throw removedOption(token.name, command) ?? unknownOption(token.rawName, known, command);
  const before = given.get(option.name);
  if (before !== undefined && option.many !== true && option.name !== "help") throw repeated(option);
  const values = before ?? [];
  if (option.value === undefined) {
    if (token.value !== undefined) throw needlessValue(option, token.value);
  } else {
    values.push(textOf(option, token));
  }
  given.set(option.name, values);
  return option.many === true ? values : null;
}

function textOf(option: Option, token: Token & { kind: "option" }): string {
  const { value, inlineValue } = token;
  const looksLikeOption = value !== undefined && inlineValue !== true && /^-[^\d]/.test(value);
  if (value !== undefined && value !== "" && !looksLikeOption) return value;
  const found = looksLikeOption
    ? `"${value}" follows it`
    : value === ""
      ? "an empty one was given"
      : "nothing follows it";
  throw new OperatorError({
    code: "CLI-VALUE-MISSING",
    message: `--${option.name} needs a value (${option.value}), and ${found}.`,
    hint: `Write --${option.name} ${option.value}; a value that begins with a dash is written --${option.name}=VALUE.`,
  });
}

function checkPositionals(words: readonly string[], command: Definition): void {
  const { names, required } = command.positionals;
  const typed = typedAs(command);
  if (words.length < required) {
    const missing = names.slice(words.length, required).join(" and ");
    throw new OperatorError({
      code: "CLI-ARGUMENT-MISSING",
      message: `${typed} needs ${missing}.`,
      hint: `Write: ${typed} ${names.join(" ")}. See ${typed} --help.`,
    });
  }
  const extra = words[names.length];
  if (extra === undefined) return;
  throw new OperatorError({
    code: "CLI-ARGUMENT-UNKNOWN",
    message: `${typed} takes ${names.length === 0 ? "options only" : names.join(" and ")}; "${extra}" is one word too many.`,
    hint: `Options begin with two dashes; see ${typed} --help.`,
  });
}

function removedOption(name: string, command: Definition): OperatorError | null {
  const replacement = command.removed?.[name];
  if (replacement === undefined) return null;
  const message = `${typedAs(command)} no longer has the option --${name}.`;
  return new OperatorError({ code: "CLI-OPTION-REMOVED", message, hint: replacement });
}

function unknownOption(rawName: string, known: ReadonlyMap<string, Option>, command: Definition): OperatorError {
  const names = [...known.keys()].map((name) => `--${name}`);
  return new OperatorError({
    code: "CLI-OPTION-UNKNOWN",
    message: `${typedAs(command)} has no option "${rawName}".${didYouMean(rawName, names)}`,
    hint: `Options: ${names.join(", ")}. See ${typedAs(command)} --help.`,
  });
}

function repeated(option: Option): OperatorError {
  const message = `--${option.name} is given twice, and takes one value.`;
  return new OperatorError({ code: "CLI-OPTION-REPEATED", message, hint: "Give it once." });
}

function needlessValue(option: Option, value: string): OperatorError {
  const message = `--${option.name} takes no value; "${value}" was given.`;
  return new OperatorError({ code: "CLI-VALUE-NEEDLESS", message, hint: `Write --${option.name} alone.` });
}

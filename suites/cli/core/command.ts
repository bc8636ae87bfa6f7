import type { Io } from "./io.ts";

/** One option of a command. */
export interface Option {
  /** Long name without dashes. */
  readonly name: string;
  /** Placeholder of its value: `FILE`; absent for a switch. */
  readonly value?: string;
  /** One sentence, without a full stop. */
  readonly text: string;
  /** May be repeated, and takes all following words: `--only a b --only c`. */
  readonly many?: boolean;
}

/** The words of a command other than its options. */
export interface Positionals {
  /** Placeholders, in order: `["REPORT", "ID"]`. */
  readonly names: readonly string[];
  /** The number of required words. */
  readonly required: number;
}

/** The arguments of a command: options by name, checked against its definition. */
export interface Input {
  flag(name: string): boolean;
  value(name: string): string | undefined;
  values(name: string): readonly string[];
  readonly positionals: readonly string[];
}

/** One command of `wac`. */
export interface Command {
  readonly name: string;
  /** The text before the options if it is not `wac NAME`. */
  readonly typed?: string;
  /** One sentence for the list of commands. */
  readonly summary: string;
  readonly positionals: Positionals;
  readonly options: readonly Option[];
  /** Removed options by name, each with a sentence on its replacement. */
  readonly removed?: Readonly<Record<string, string>>;
  /** Lines to copy, each with its effect. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** Further information: exit statuses, files, defaults; complete lines. */
  readonly notes: readonly string[];
  /** Resolves to the exit status. */
  run(input: Input, io: Io): Promise<number>;
  /** Clears up after an error of the command or of its arguments, which has been printed; gets the arguments as typed. */
  afterError?(args: readonly string[], io: Io): Promise<void>;
}

/** Returns the text that starts a command. */
export function typedAs({ name, typed }: Pick<Command, "name" | "typed">): string {
  return typed ?? `wac ${name}`;
}

/** A command whose code is not loaded yet, so that `wac fake` does not load modules that only `wac run` needs. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/** No words other than options. */
export const NO_POSITIONALS: Positionals = { names: [], required: 0 };

/** Options that every command has. */
export const COMMON_OPTIONS: readonly Option[] = [{ name: "help", text: "show this page" }];

/** A mutant of the independent server's code, from the instrumenter. */
export interface CodeMutant {
  /** `code:FILE:LINE:COLUMN:MUTATOR#N`: N distinguishes those of one mutator at one place. */
  readonly id: string;
  /** Its number in the instrumented code. */
  readonly number: string;
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** Returns the replaced code and its replacement, independent of the line: `tasks.ts: a < b -> a <= b`. */
export function changeOf({ file, original, replacement }: CodeMutant): string {
  return `${file}: ${onOneLine(original)} -> ${onOneLine(replacement)}`;
}

/** The length of a text that distinguishes changes. */
const LONGEST = 90;

function onOneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`;
}

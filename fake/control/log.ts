import type { JournalEntry } from "./journal/entry.ts";
import type { Journal } from "./journal/journal.ts";

/** The formats of the request log: a line for people, a line of JSON, or none. */
export const LOG_FORMS = ["text", "json", "none"] as const;

/** One of {@link LOG_FORMS}. */
export type LogForm = (typeof LOG_FORMS)[number];

/** The destination and format of the request log. */
export interface LogOptions {
  readonly form: LogForm;
  /** True for colours, in text. */
  readonly colour?: boolean;
  /** Takes each line, with its line feed; standard error when omitted. */
  readonly write?: (line: string) => void;
}

/** Logs every request of a journal from now on. */
export function logRequests(journal: Journal, { form, colour = false, write = standardError }: LogOptions): void {
  if (form === "none") return;
  journal.listen((entry) =>
    write(`${form === "json" ? JSON.stringify(withoutBodies(entry())) : line(entry(), colour)}\n`),
  );
}

/** The most buffered characters if the reader has stopped reading. */
const MAX_WAITING = 256 * 1024;

/** Writes a line, or drops it if nobody reads, which saves memory. */
function standardError(text: string): void {
  if (process.stderr.writableLength < MAX_WAITING) process.stderr.write(text);
}

/** Returns an entry without its bodies. */
function withoutBodies({ request: _request, response: _response, ...rest }: JournalEntry) {
  return rest;
}

const RESET = "\u001b[0m";
const COLOURS = {
  ok: "\u001b[32m",
  rejected: "\u001b[33m",
  dropped: "\u001b[35m",
  failed: "\u001b[31m",
  hint: "\u001b[36m",
};

/** `12:00:00.000 POST /v1/agent/create-task 400 0.4 ms invalid_input: title is required. Add …`. */
function line(entry: JournalEntry, colour: boolean): string {
  const { time, method, path, query, status, durationMs, outcome, code, why, hint, notes, rule } = entry;
  const paint = (name: keyof typeof COLOURS, text: string) => (colour ? `${COLOURS[name]}${text}${RESET}` : text);
  const told = why === null ? "" : ` ${code ?? ""}${code === null ? "" : ": "}${why}`;
  const hints = [...(hint === null ? [] : [hint]), ...notes.filter((note) => !isShown(note, hint))];
  const parts = [
    `${time.slice(11, 23)} ${method} ${visible(path + searchOf(query), 160)}`,
    ` ${paint(outcome === "rejected" && (status ?? 0) >= 500 ? "failed" : outcome, String(status ?? "cut"))}`,
    ` ${durationMs.toFixed(1)} ms`,
    rule === null ? "" : ` [${visible(rule, 60)}]`,
    visible(told, 300),
    hints.length === 0 ? "" : ` ${paint("hint", `→ ${visible(hints.join(" "), 500)}`)}`,
  ];
  return parts.join("");
}

/** Returns true if the hint is about the unknown field of a note. */
function isShown(note: string, hint: string | null): boolean {
  const name = /^Unknown [^"]*("[^"]*")/.exec(note)?.[1];
  return name !== undefined && hint?.includes(name) === true;
}

function searchOf(query: JournalEntry["query"]): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => `${name}=${each}`));
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

// Control characters could control the terminal, and direction marks reorder the line.
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Returns a text on one line, cut to a length, with steering characters as escapes. */
function visible(text: string, most: number): string {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return cut.replace(STEERING, (mark) => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}

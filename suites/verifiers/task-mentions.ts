import type { Json, JsonObject } from "../../spec/json.ts";
import { isUnset } from "./read.ts";

/** What names a task: any of these in a message attributes it to the task. */
export interface TaskNames {
  readonly id: string;
  readonly identifier: string | null;
  /** A word of its title that stands nowhere else. */
  readonly word: string;
}

/** Members of a message that name the message itself, or who sent it. */
const OWN = ["id", "parentId", "senderId", "channelId", "createdAt", "senderType"];
/** Shorter names stand in messages by chance. */
const MIN_CHARACTERS = 4;
/** Numbers of fewer digits are counted up, and may count anything. */
const MIN_DIGITS = 8;

/**
 * True when a message names the task for certain, by id, identifier or title, anywhere in what it carries; by a number that
 * is counted up only in a member that says that it is about a task.
 */
export function mentions(message: JsonObject, names: TaskNames): boolean {
  return mentionedBy(message)(names);
}

/** The same of many tasks: the message is read once. */
export function mentionedBy(message: JsonObject): (names: TaskNames) => boolean {
  const texts = textsOf(message);
  return (names) =>
    texts.some(
      ({ text, path }) =>
        text.includes(names.word) || namesIn(names, text, (name) => isLong(name) && (!isCount(name) || isOfTask(path))),
    );
}

/**
 * The same, by short names too: enough where a message has to be there, too little where none may be. A short number alone
 * tells of the task in what is written to be read, or where a member says that it is about a task, and a longer one
 * wherever it counts nothing; never in a message that bears
 * the mark of the run, which has sent it itself.
 */
export function mayMention(message: JsonObject, names: TaskNames, mark: string): boolean {
  if (mentions(message, names)) return true;
  const texts = textsOf(message);
  if (texts.some(({ text }) => text.includes(mark))) return false;
  return texts.some(({ text, path }) =>
    namesIn(
      names,
      text,
      (name) => isMixed(name) || (isLong(name) && !isTally(path)) || path[0] === "content" || isOfTask(path),
    ),
  );
}

function namesIn({ id, identifier }: TaskNames, text: string, tells: (name: string) => boolean): boolean {
  return [id, identifier].some((name) => name !== null && tells(name) && standsIn(text, name));
}

const isLong = (name: string) => name.length >= MIN_CHARACTERS;
const isCount = (name: string) => /^\p{N}+$/u.test(name) && name.length < MIN_DIGITS;
const isOfTask = (path: readonly string[]) => path.some((one) => /task/i.test(one));
/** Members in which a number counts something. */
const isTally = (path: readonly string[]) =>
  path.some((one) => /seq|number|count|version|index|position|order|total/i.test(one));
const isMixed = (name: string) => /\p{L}/u.test(name) && /\p{N}/u.test(name);

/** True when a message names the task by its identifier and by nothing else. */
export function mentionsByIdentifier(message: JsonObject, names: TaskNames, mark: string): boolean {
  return mayMention(message, names, mark) && !mayMention(message, { ...names, identifier: null }, mark);
}

/** True when the name is in the text as a whole: `OPS-4` does not stand in `OPS-42`. */
function standsIn(text: string, name: string): boolean {
  return placeOf(text, name, 0) >= 0;
}

/** Where the name stands as a whole first, from a place on; -1 where it does not. */
function placeOf(text: string, name: string, from: number): number {
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + name.length] ?? " ";
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return at;
  }
  return -1;
}

/** The text with a gap where the name stands as a whole. */
export function withoutName(text: string, name: string): string {
  let [rest, from] = ["", 0];
  for (let at = placeOf(text, name, 0); at >= 0; at = placeOf(text, name, from)) {
    rest += `${text.slice(from, at)}\0`;
    from = at + name.length;
  }
  return rest + text.slice(from);
}

interface Placed {
  readonly text: string;
  /** Names of the members that lead there. */
  readonly path: readonly string[];
}

/** Every text and number that a message carries, but for what names the message itself. */
export function textsOf(message: JsonObject): Placed[] {
  return Object.entries(message).flatMap(([name, value]) => (OWN.includes(name) ? [] : textsIn(value, [name])));
}

function textsIn(value: Json | undefined, path: readonly string[]): Placed[] {
  if (typeof value === "string" || typeof value === "number") return [{ text: String(value), path }];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]));
}

/** Messages outside of threads that name one of the tasks for certain: their cards. */
export function cardsOf(
  messages: readonly JsonObject[],
  tasks: readonly { readonly names: TaskNames }[],
): JsonObject[] {
  const names = tasks.map((task) => task.names);
  return messages.filter((message) => isUnset(message.parentId) && names.some(mentionedBy(message)));
}

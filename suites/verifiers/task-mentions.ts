import type { Json, JsonObject } from "../../spec/json.ts";
import { isUnset } from "./read.ts";

/** The names of a task. A message that contains one belongs to the task. */
export interface TaskNames {
  readonly id: string;
  readonly identifier: string | null;
  /** A word of its title that occurs nowhere else. */
  readonly word: string;
}

/** Members of a message that name the message itself or its sender. */
const OWN_MEMBERS = ["id", "parentId", "senderId", "channelId", "createdAt", "senderType"];
/** Shorter names occur in messages by chance. */
const MIN_CHARACTERS = 4;
/** Numbers with fewer digits are counters and may count anything. */
const MIN_DIGITS = 8;

/**
 * Returns true if a message certainly names the task, by id, identifier or title, in any of its members. A number that
 * is a counter counts only in a member whose name refers to a task.
 */
export function mentions(message: JsonObject, names: TaskNames): boolean {
  return mentionedBy(message)(names);
}

/** Returns the same test for many tasks, which reads the message once. */
export function mentionedBy(message: JsonObject): (names: TaskNames) => boolean {
  const texts = textsOf(message);
  return (names) =>
    texts.some(
      ({ text, path }) =>
        text.includes(names.word) || namesIn(names, text, (name) => isLong(name) && (!isCount(name) || isOfTask(path))),
    );
}

/**
 * Returns true if a message may name the task, by short names too: enough if a message must exist, too little if none
 * may. A short number counts only in the content or in a member whose name refers to a task, a longer one in any member
 * that is not a counter. False for messages with the mark of the run, which sent them itself.
 */
export function mayMention(message: JsonObject, names: TaskNames, mark: string): boolean {
  if (mentions(message, names)) return true;
  const texts = textsOf(message);
  if (texts.some(({ text }) => text.includes(mark))) return false;
  return texts.some(({ text, path }) =>
    namesIn(
      names,
      text,
      (name) => isMixed(name) || (isLong(name) && !isCounter(path)) || path[0] === "content" || isOfTask(path),
    ),
  );
}

function namesIn({ id, identifier }: TaskNames, text: string, isEvidence: (name: string) => boolean): boolean {
  return [id, identifier].some((name) => name !== null && isEvidence(name) && containsName(text, name));
}

const isLong = (name: string) => name.length >= MIN_CHARACTERS;
const isCount = (name: string) => /^\p{N}+$/u.test(name) && name.length < MIN_DIGITS;
const isOfTask = (path: readonly string[]) => path.some((member) => /task/i.test(member));
/** Returns true for a member whose number counts something. */
const isCounter = (path: readonly string[]) =>
  path.some((member) => /seq|number|count|version|index|position|order|total/i.test(member));
const isMixed = (name: string) => /\p{L}/u.test(name) && /\p{N}/u.test(name);

/** Returns true if a message names the task only by its identifier. */
export function mentionsByIdentifier(message: JsonObject, names: TaskNames, mark: string): boolean {
  return mayMention(message, names, mark) && !mayMention(message, { ...names, identifier: null }, mark);
}

/** Returns true if the text contains the name as a whole: `OPS-4` is not in `OPS-42`. */
function containsName(text: string, name: string): boolean {
  return placeOf(text, name, 0) >= 0;
}

/** Returns the first index from which the text contains the name as a whole; -1 if it does not. */
function placeOf(text: string, name: string, from: number): number {
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + name.length] ?? " ";
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return at;
  }
  return -1;
}

/** Returns the text with each whole occurrence of the name replaced by a NUL character. */
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
  /** The names of the members on the path to it. */
  readonly path: readonly string[];
}

/** Returns every text and number of a message, except those that name the message itself. */
export function textsOf(message: JsonObject): Placed[] {
  return Object.entries(message).flatMap(([name, value]) => (OWN_MEMBERS.includes(name) ? [] : textsIn(value, [name])));
}

function textsIn(value: Json | undefined, path: readonly string[]): Placed[] {
  if (typeof value === "string" || typeof value === "number") return [{ text: String(value), path }];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]));
}

/** Returns the messages outside threads that certainly name one of the tasks: their cards. */
export function cardsOf(
  messages: readonly JsonObject[],
  tasks: readonly { readonly names: TaskNames }[],
): JsonObject[] {
  const names = tasks.map((task) => task.names);
  return messages.filter((message) => isUnset(message.parentId) && names.some(mentionedBy(message)));
}

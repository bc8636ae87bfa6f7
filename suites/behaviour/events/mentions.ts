import type { Json, JsonObject } from "../../../spec/json.ts";

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
const LEAST = 4;

/** True when a message names the task for certain, by id, identifier or title, anywhere in what it carries. */
export function mentions(message: JsonObject, names: TaskNames): boolean {
  return namedIn(message, names, (name) => name.length >= LEAST);
}

/**
 * The same, by short names too where they are letters and digits, as `T96`: enough where a message has to be there, too
 * little where none may be.
 */
export function mayMention(message: JsonObject, names: TaskNames): boolean {
  return namedIn(message, names, (name) => name.length >= LEAST || (/\p{L}/u.test(name) && /\p{N}/u.test(name)));
}

function namedIn(message: JsonObject, { id, identifier, word }: TaskNames, tells: (name: string) => boolean): boolean {
  const names = [id, ...(identifier === null ? [] : [identifier])].filter(tells);
  return Object.entries(message).some(
    ([member, value]) =>
      !OWN.includes(member) &&
      textsIn(value).some((text) => text.includes(word) || names.some((name) => standsIn(text, name))),
  );
}

/** True when a message names the task by its identifier and by nothing else. */
export function mentionsByIdentifier(message: JsonObject, names: TaskNames): boolean {
  return mayMention(message, names) && !mayMention(message, { ...names, identifier: null });
}

/** True when the name stands in the text as a whole: `OPS-4` does not stand in `OPS-42`. */
function standsIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + name.length] ?? " ";
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return true;
  }
  return false;
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}

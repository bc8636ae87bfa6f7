import fc from "fast-check";
import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt, wordsOf } from "../../models/document-facts.ts";
import { everyMarkdown, everyPiece } from "../../models/telling-texts.ts";
import { wordOf } from "../../models/words.ts";
import { lineOfText, markdownText } from "../text.ts";

/** What one task of the population is to be. */
export interface Row {
  readonly descriptionWord: string | null;
  readonly foreignWord: string;
  /** Words of its description that stand amid marks of markdown, with the mark. */
  readonly markedWords: readonly MarkedWord[];
  readonly members: JsonObject & { readonly title: string };
}

/** A word within a form of markdown. */
export interface MarkedWord {
  readonly word: string;
  readonly form: string;
}

/** Forms of markdown that hold a word, which is a word of the text all the same. */
const FORMS = [
  { form: "bold letters", write: (word: string) => `**${word}**` },
  { form: "a block of code", write: (word: string) => `\`\`\`\n${word}\n\`\`\`` },
];

/** The row whose text has every form of markdown already. */
const MARKED_ROW = 1;

/** A word that only this run knows, in Cyrillic letters or in Latin ones with marks. */
export function foreignWordOf(world: RunContext, key: string): string {
  const letters = [...wordOf(world, `foreign ${key}`)].map((letter) => letter.charCodeAt(0) - 0x61);
  const alphabet = ALPHABETS[(letters[0] ?? 0) % ALPHABETS.length] ?? [];
  return letters.map((letter) => alphabet[letter % alphabet.length]).join("");
}

const ALPHABETS = [[..."бвгдежзиклмнопрсту"], [..."éèñöüçåøłşžäîûôáíó"]];

/** Rows that meet every status and priority with every way to be bound and assigned. */
export async function rows(check: CheckContext, self: string, parent: string, count: number): Promise<Row[]> {
  const { document } = check.world;
  const statuses = wordsOf(fieldSchema(document, "create-task", "status"), "status");
  const priorities = wordsOf(fieldSchema(document, "create-task", "priority"), "priority");
  const relations = spreadOver(await relationsOf(check, self, parent), statuses, priorities, count);
  const titles = [
    longEndingIn(check.world, lastWordOf(check.world)),
    everyPiece,
    ...fc.sample(lineOfText, { seed: check.seed, numRuns: count }),
  ];
  const texts = [LONG_TEXT, everyMarkdown, ...fc.sample(markdownText, { seed: check.seed, numRuns: count })];
  return Array.from({ length: count }, (_, index) => {
    const key = `description ${index}`;
    const inOwnLetters = index % 3 === 0 ? wordOf(check.world, key) : foreignWordOf(check.world, key);
    // In the smallest run each but the last has a description beside its status and its priority.
    const isBare = check.world.budget === "smoke" ? index === count - 1 : index % 3 === 2;
    const descriptionWord = isBare ? null : inOwnLetters;
    const marked = index === MARKED_ROW && !isBare ? markedWordsOf(check.world) : [];
    const described = descriptionWord === null ? null : amidMarks(check.world, index, descriptionWord);
    return {
      descriptionWord,
      markedWords: marked.map(({ word, form }) => ({ word, form })),
      foreignWord: foreignWordOf(check.world, `${index}`),
      members: {
        title: titles[index] ?? "",
        status: at(statuses, index + 1),
        priority: at(priorities, index + 1),
        ...at(relations, index),
        ...(described === null
          ? {}
          : { description: [texts[index], ...marked.map(({ text }) => text), described].join("\n\n") }),
      },
    };
  });
}

/** In the smallest run the words that are searched for stand amid the marks themselves, or end a sentence. */
function amidMarks({ budget }: RunContext, index: number, word: string): string {
  return budget === "smoke" ? (FORMS[index]?.write(word) ?? `${word}.`) : word;
}

/** None in the smallest run, which searches for none of them. */
function markedWordsOf(world: RunContext): readonly (MarkedWord & { readonly text: string })[] {
  if (world.budget === "smoke") return [];
  return FORMS.map(({ form, write }) => {
    const word = wordOf(world, `description in ${form}`);
    return { word, form, text: write(word) };
  });
}

/** Within what every reading takes, and longer than what careless code does. */
export const LONG_TEXT = "A long text of many words, which is to come back whole. ".repeat(30).trim();

/** The longest title that has to be taken, less what stands before it. */
export function longTitle(world: RunContext): string {
  const most = numberAt(fieldSchema(world.document, "create-task", "title"), "maxLength") ?? 0;
  const before = `${world.mark} ${wordOf(world, "")} ${wordOf(world, "")} ${foreignWordOf(world, "")} `.length;
  return most > before ? `${"lengthy ".repeat(Math.ceil(most / 8)).slice(0, most - before - 1)}z` : "z";
}

/** The last word of the longest title; in the smallest run, which looks for few words of titles, in letters beyond ASCII. */
export function lastWordOf(world: RunContext): string {
  const key = "at the end of a long title";
  return world.budget === "smoke" ? foreignWordOf(world, key) : wordOf(world, key);
}

/** The same with this word instead of its last letters. */
function longEndingIn(world: RunContext, word: string): string {
  const long = longTitle(world);
  return long.length > 2 * word.length ? `${long.slice(0, -word.length - 1).trimEnd()} ${word}` : long;
}

/** Letters that take three bytes each, the most of any that is one character by every other measure. */
export function foreignTitle(length: number): string {
  return "長題名".repeat(Math.ceil(length / 3)).slice(0, length);
}

/** What a task can be bound to and assigned to here; the fixtures that are there decide. */
async function relationsOf(check: CheckContext, self: string, parent: string): Promise<JsonObject[]> {
  const { memberChannel, secondMemberChannel, user, otherAgent, ownedAgent } = check.world.target.fixtures;
  const when = (value: string | undefined, members: (value: string) => JsonObject) => (value ? [members(value)] : []);
  // The smallest run takes the first five: they show every field that a task can be given, and most of them beside another.
  const small = check.world.budget === "smoke";
  return [
    ...when(memberChannel, (channelId) => ({ channelId, assigneeAgentId: self })),
    ...when(user, (assigneeUserId) => ({
      assigneeUserId,
      ...(small && memberChannel ? { channelId: memberChannel } : {}),
    })),
    { parentTaskId: parent, ...(small ? { assigneeAgentId: self } : {}) },
    ...when(otherAgent?.id, (assigneeAgentId) => ({ assigneeAgentId, ...(small ? { parentTaskId: parent } : {}) })),
    ...when(secondMemberChannel, (channelId) => ({ channelId })),
    {},
    ...when(ownedAgent, (assigneeAgentId) => ({ assigneeAgentId })),
    { assigneeAgentId: self },
    ...when(memberChannel, (channelId) => ({ channelId })),
    { parentTaskId: parent, assigneeAgentId: self },
    ...(memberChannel && user ? [{ channelId: memberChannel, assigneeUserId: user }] : []),
    ...when(user, (assigneeUserId) => ({ parentTaskId: parent, assigneeUserId })),
  ];
}

/**
 * A relation for each task: all of them once, in their order; then each time the one that meets most that it has not
 * met yet of the status and the priority of its task.
 */
function spreadOver(
  relations: readonly JsonObject[],
  statuses: readonly string[],
  priorities: readonly string[],
  count: number,
): JsonObject[] {
  const met = new Set<string>();
  const meetings = (relation: JsonObject, index: number) =>
    [at(statuses, index + 1), at(priorities, index + 1)].flatMap((word) =>
      Object.keys(relation).map((field) => `${field} ${word}`),
    );
  const news = (relation: JsonObject, index: number) => meetings(relation, index).filter((one) => !met.has(one)).length;
  return Array.from({ length: count }, (_, index) => {
    const best = relations.toSorted((left, right) => news(right, index) - news(left, index));
    const chosen = relations[index] ?? at(best, 0);
    for (const one of meetings(chosen, index)) met.add(one);
    return chosen;
  });
}

function at<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length];
  if (value === undefined) throw new Inconclusive("there is nothing to choose from");
  return value;
}

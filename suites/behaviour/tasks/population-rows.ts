import fc from "fast-check";
import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt, wordsOf } from "../../models/document-facts.ts";
import { allMarkdown, allPieces } from "../../models/sample-texts.ts";
import { wordOf } from "../../models/words.ts";
import { lineOfText, markdownText } from "../arbitrary-text.ts";

/** The members of one task of the population, with the words in its texts. */
export interface PopulationRow {
  readonly descriptionWord: string | null;
  readonly nonAsciiWord: string;
  readonly members: JsonObject & { readonly title: string };
}

/** Markdown around a word, which a search must find nevertheless. */
const MARKDOWN_FORMS = [(word: string) => `**${word}**`, (word: string) => `\`\`\`\n${word}\n\`\`\``];

/** Returns a word unique to this run, in Cyrillic letters or in Latin ones with marks. */
export function nonAsciiWordOf(context: RunContext, key: string): string {
  const letters = [...wordOf(context, `foreign ${key}`)].map((letter) => letter.charCodeAt(0) - 0x61);
  const alphabet = ALPHABETS[(letters[0] ?? 0) % ALPHABETS.length] ?? [];
  return letters.map((letter) => alphabet[letter % alphabet.length]).join("");
}

const ALPHABETS = [[..."бвгдежзиклмнопрсту"], [..."éèñöüçåøłşžäîûôáíó"]];

/** Returns rows that combine every status and priority with every kind of binding and assignment. */
export async function populationRows(
  check: CheckContext,
  self: string,
  parent: string,
  count: number,
): Promise<PopulationRow[]> {
  const { document } = check.context;
  const statuses = wordsOf(fieldSchema(document, "create-task", "status"), "status");
  const priorities = wordsOf(fieldSchema(document, "create-task", "priority"), "priority");
  const relations = chooseRelations(await relationsOf(check, self, parent), statuses, priorities, count);
  const titles = [
    longTitleEndingIn(check.context, longTitleEndWord(check.context)),
    allPieces,
    ...fc.sample(lineOfText, { seed: check.seed, numRuns: count }),
  ];
  const texts = [LONG_TEXT, allMarkdown, ...fc.sample(markdownText, { seed: check.seed, numRuns: count })];
  return Array.from({ length: count }, (_, index) => {
    const key = `description ${index}`;
    const word = index % 3 === 0 ? wordOf(check.context, key) : nonAsciiWordOf(check.context, key);
    // All but the last have a description in addition to the status and priority.
    const descriptionWord = index === count - 1 ? null : word;
    const described = descriptionWord === null ? null : withMarkup(index, descriptionWord);
    return {
      descriptionWord,
      nonAsciiWord: nonAsciiWordOf(check.context, `${index}`),
      members: {
        title: titles[index] ?? "",
        status: valueAtCyclicIndex(statuses, index + 1),
        priority: valueAtCyclicIndex(priorities, index + 1),
        ...valueAtCyclicIndex(relations, index),
        ...(described === null ? {} : { description: [texts[index], described].join("\n\n") }),
      },
    };
  });
}

/** Puts a word that searches must find into markdown, or at the end of a sentence. */
function withMarkup(index: number, word: string): string {
  return MARKDOWN_FORMS[index]?.(word) ?? `${word}.`;
}

/** Within the length that every interpretation accepts, and longer than what careless code supports. */
export const LONG_TEXT = "A long text of many words, which is to come back whole. ".repeat(30).trim();

/** Returns the longest title that must be accepted, without the text before it. */
export function longTitle(context: RunContext): string {
  const maxLength = numberAt(fieldSchema(context.document, "create-task", "title"), "maxLength") ?? 0;
  const before = `${context.mark} ${wordOf(context, "")} ${wordOf(context, "")} ${nonAsciiWordOf(context, "")} `.length;
  return maxLength > before ? `${"lengthy ".repeat(Math.ceil(maxLength / 8)).slice(0, maxLength - before - 1)}z` : "z";
}

/** Returns the last word of the longest title, in letters beyond ASCII. */
export function longTitleEndWord(context: RunContext): string {
  return nonAsciiWordOf(context, "at the end of a long title");
}

/** Returns the longest title with this word instead of its last letters. */
function longTitleEndingIn(context: RunContext, word: string): string {
  const long = longTitle(context);
  return long.length > 2 * word.length ? `${long.slice(0, -word.length - 1).trimEnd()} ${word}` : long;
}

/** Returns text of letters of three bytes each, the most for letters that are one character by every other measure. */
export function nonAsciiTitle(length: number): string {
  return "長題名".repeat(Math.ceil(length / 3)).slice(0, length);
}

/** Returns the possible bindings and assignments, depending on the fixtures. */
async function relationsOf(check: CheckContext, self: string, parent: string): Promise<JsonObject[]> {
  const { memberChannel, secondMemberChannel, user, otherAgent, ownedAgent } = check.context.target.fixtures;
  const when = (value: string | undefined, members: (value: string) => JsonObject) => (value ? [members(value)] : []);
  return [
    ...when(memberChannel, (channelId) => ({ channelId, assigneeAgentId: self })),
    ...when(user, (assigneeUserId) => ({
      assigneeUserId,
      ...(memberChannel ? { channelId: memberChannel } : {}),
    })),
    { parentTaskId: parent, assigneeAgentId: self },
    ...when(otherAgent?.id, (assigneeAgentId) => ({ assigneeAgentId, parentTaskId: parent })),
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
 * Returns a relation for each task: first each one once, in order, then the one with the most new combinations with the
 * status and priority of the task.
 */
function chooseRelations(
  relations: readonly JsonObject[],
  statuses: readonly string[],
  priorities: readonly string[],
  count: number,
): JsonObject[] {
  const covered = new Set<string>();
  const combinationsOf = (relation: JsonObject, index: number) =>
    [valueAtCyclicIndex(statuses, index + 1), valueAtCyclicIndex(priorities, index + 1)].flatMap((word) =>
      Object.keys(relation).map((field) => `${field} ${word}`),
    );
  const countNewCombinations = (relation: JsonObject, index: number) =>
    combinationsOf(relation, index).filter((one) => !covered.has(one)).length;
  return Array.from({ length: count }, (_, index) => {
    const best = relations.toSorted(
      (left, right) => countNewCombinations(right, index) - countNewCombinations(left, index),
    );
    const chosen = relations[index] ?? valueAtCyclicIndex(best, 0);
    for (const one of combinationsOf(chosen, index)) covered.add(one);
    return chosen;
  });
}

function valueAtCyclicIndex<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length];
  if (value === undefined) throw new Inconclusive("there is nothing to choose from");
  return value;
}

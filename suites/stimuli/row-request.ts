import type { Row } from "../../generators/covering/space.ts";
import type { Operation } from "../../spec/document/model.ts";
import { isObject, type JsonObject } from "../../spec/json.ts";
import type { CallOptions, RunContext } from "../engine/check/check.ts";
import { wordOf } from "../models/words.ts";
import type { KnownResource } from "./known-resources.ts";
import type { GeneratedText, Level, Table } from "./table.ts";

/** A request of a row. */
export interface RowRequest {
  readonly input: { readonly parameters: JsonObject; readonly body: JsonObject | undefined };
  readonly options: CallOptions;
  readonly furtherPages: number;
  readonly times: number;
  readonly isConcurrent: boolean;
  readonly isSentByBoth: boolean;
}

/** Returns the request of a row; null if there is no resource for it yet. */
export function requestOf(
  context: RunContext,
  operation: Operation,
  table: Table,
  row: Row,
  nth: number,
): RowRequest | null {
  const named = levelsIn(table, row);
  const levels = named.map(({ level }) => level);
  const resource = resourceFor(levels, table.resources(), nth);
  if (resource === null && table.needsResource === true) return null;
  const key = [table.operation, nth, table.key ?? []].flat().join(" ");
  const subject = resource ?? NO_RESOURCE;
  // Each factor has its own words, so that a search for a word in one member finds nothing in the others.
  const members = named.reduce<JsonObject>(
    (all, { factor, level }) => merged(all, level.members?.(subject, generatedText(context, `${key} ${factor}`)) ?? {}),
    {},
  );
  const documented = documentedMembers(operation, members);
  return {
    input: operation.body === null ? { parameters: documented, body: undefined } : { parameters: {}, body: documented },
    options: Object.assign({}, ...levels.map(({ options }) => options ?? {})),
    furtherPages: Math.max(0, ...levels.map(({ furtherPages = 0 }) => furtherPages)),
    times: Math.max(1, ...levels.map(({ times = 1 }) => times)),
    isConcurrent: levels.some(({ isConcurrent }) => isConcurrent === true),
    isSentByBoth: levels.some(({ isSentByBoth }) => isSentByBoth === true),
  };
}

const NO_RESOURCE: KnownResource = { id: "", fields: {}, isOfOther: false, changedBy: [] };

function levelsIn({ factors }: Table, row: Row): { readonly factor: string; readonly level: Level }[] {
  return factors.flatMap(({ name, levels }) =>
    levels.filter((level) => level.name === row[name]).map((level) => ({ factor: name, level })),
  );
}

/** Returns the resource that fits most levels; of several ones a different one each time. */
function resourceFor(levels: readonly Level[], resources: readonly KnownResource[], nth: number): KnownResource | null {
  const fitOf = (resource: KnownResource) => levels.filter(({ isFit }) => isFit?.(resource) === true).length;
  const fits = resources.map((resource) => ({ resource, fit: fitOf(resource) }));
  const bestFit = Math.max(0, ...fits.map((one) => one.fit));
  const best = fits.filter((one) => one.fit === bestFit);
  return best[nth % Math.max(1, best.length)]?.resource ?? null;
}

/** Merges members; objects that several levels set are merged too. */
function merged(all: JsonObject, added: JsonObject): JsonObject {
  const result = { ...all };
  for (const [name, value] of Object.entries(added)) {
    const earlier = result[name];
    result[name] = isObject(earlier) && isObject(value) ? { ...earlier, ...value } : value;
  }
  return result;
}

/** Returns the members that the document has, since an overlay may have removed some. */
function documentedMembers({ parameters, body }: Operation, members: JsonObject): JsonObject {
  const names = new Set([...parameters.map(({ role }) => role), ...Object.keys(body?.members ?? {})]);
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));
}

function generatedText(context: RunContext, key: string): GeneratedText {
  const word = wordOf(context, key);
  const wordAt = (place: string) => wordOf(context, `${key} ${place}`);
  return { mark: context.mark, word, nonAsciiWord: inCyrillic(word), wordAt };
}

/** Returns the word in other letters, one for each. */
function inCyrillic(word: string): string {
  return [...word].map((letter) => CYRILLIC[(letter.charCodeAt(0) - 0x61) % CYRILLIC.length] ?? "").join("");
}

const CYRILLIC = [..."абвгдежзиклмнопрстуфхцчшэя"];

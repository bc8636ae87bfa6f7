import { asObject, isObject, type Json, type JsonObject, textsIn } from "../../spec/json.ts";
import { precedes } from "../client/exchange.ts";
import { accepted, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import { isPlainText } from "./text.ts";
import type { Filter } from "./view.ts";

/** What may separate several tags in one value: a tag that holds it may be read as several. */
const TAG_SEPARATOR = /[\s,;|]+/u;

/** Parameters that a search by tags may have without being a search by anything else. */
const BESIDE_TAGS = ["tags", "status", "limit"];

/**
 * Whether a memory has all the tags that were asked for. In which form several tags have to be asked for is open: of those one
 * is there at least, until the target has shown that it reads the form as all of them. The case of their letters is open as
 * well, and so is a tag that holds a character by which a target may separate tags. A tag is a text: what a list among the
 * tags holds may count as tags, or as none.
 */
export const tags: Filter["test"] = ({ value }, asked, _page, knowledge) => {
  if (!isObject(value.metadata) || !areTags(asked)) return "unknown";
  const held = tagsOf(value);
  const isForAll = asked.length === 1 || readsAsAll(accepted(knowledge, "search-memories"));
  if (isForAll && asked.every((tag) => !TAG_SEPARATOR.test(tag) && held.includes(tag))) return "in";
  const lower = [...held.map(String), ...textsIn(held)].map((tag) => tag.toLowerCase());
  const mayBeHeld = (tag: string) => {
    const folded = tag.toLowerCase();
    return [folded, ...folded.split(TAG_SEPARATOR)].some((part) => lower.includes(part));
  };
  const isPossible = isForAll ? asked.every(mayBeHeld) : asked.some(mayBeHeld);
  return isPossible ? "unknown" : "out";
};

function areTags(asked: Json | undefined): asked is readonly string[] & Json {
  return Array.isArray(asked) && asked.length > 0 && asked.every(isPlainText);
}

/** Asked of each item of each page. */
const known = new WeakMap<readonly Past[], boolean>();

/**
 * Whether the target reads several tags as all of them: a memory was found by two that it has, and later by neither of them
 * beside one that it has not, in either order.
 */
function readsAsAll(searches: readonly Past[]): boolean {
  const earlier = known.get(searches);
  if (earlier !== undefined) return earlier;
  const pairs = searches.flatMap(asPair);
  const isRead = pairs.some(({ page, tags }) =>
    itemsAt(page, "/data/hits").some(({ value }) => {
      const held = tagsOf(value);
      if (!tags.every((tag) => held.includes(tag))) return false;
      const later = pairs.filter((pair) => precedes(page.exchange, pair.page.exchange));
      return [0, 1].every((place) => {
        const lacking = later.filter((pair) => pair.tags.every((tag, at) => held.includes(tag) === (at !== place)));
        return lacking.length > 0 && lacking.every((pair) => !shows(pair.page, value.id));
      });
    }),
  );
  known.set(searches, isRead);
  return isRead;
}

/** A search by two tags, and by nothing else. */
interface Pair {
  readonly page: Past;
  readonly tags: readonly string[];
}

function asPair(page: Past): readonly Pair[] {
  const asked = requested(page, "tags");
  const isByTags = Object.keys(page.input.parameters).every((name) => BESIDE_TAGS.includes(name));
  return isByTags && areTags(asked) && asked.length === 2 ? [{ page, tags: asked }] : [];
}

function tagsOf({ metadata }: JsonObject): readonly Json[] {
  const { tags: held } = asObject(metadata ?? null);
  return Array.isArray(held) ? held : [];
}

function shows(page: Past, id: Json | undefined): boolean {
  return itemsAt(page, "/data/hits").some(({ value }) => value.id === id);
}

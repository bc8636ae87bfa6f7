import { asObject, isObject, type Json, type JsonObject, textsIn } from "../../spec/json.ts";
import { precedes } from "../client/exchange.ts";
import { accepted, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { isPlainText } from "./text-matching.ts";
import type { Filter } from "./view.ts";

/** Characters that may separate tags in one value. A target may read a tag that contains one as several tags. */
const TAG_SEPARATOR = /[\s,;|]+/u;

/** Parameters that a search by tags may also have and still count as a search by tags only. */
const ALLOWED_WITH_TAGS = ["tags", "status", "limit"];

/**
 * Returns whether a memory has all the requested tags. The contract leaves open in which form several tags are sent, so
 * one match is enough until the target has shown that it requires all of them. It also leaves open the case of letters
 * and tags that contain a separator. A tag is a text: a list nested in the tags may count as tags or as none.
 */
export const tags: Filter["test"] = ({ value }, filterValue, _page, knowledge) => {
  if (!isObject(value.metadata) || !areTags(filterValue)) return "unknown";
  const shown = tagsOf(value);
  const isForAll = filterValue.length === 1 || readsAsAll(accepted(knowledge, "search-memories"));
  if (isForAll && filterValue.every((tag) => !TAG_SEPARATOR.test(tag) && shown.includes(tag))) return "in";
  const lower = [...shown.map(String), ...textsIn(shown)].map((tag) => tag.toLowerCase());
  const mayBeHeld = (tag: string) => {
    const folded = tag.toLowerCase();
    return [folded, ...folded.split(TAG_SEPARATOR)].some((part) => lower.includes(part));
  };
  const isPossible = isForAll ? filterValue.every(mayBeHeld) : filterValue.some(mayBeHeld);
  return isPossible ? "unknown" : "out";
};

function areTags(requested: Json | undefined): requested is readonly string[] & Json {
  return Array.isArray(requested) && requested.length > 0 && requested.every(isPlainText);
}

/** Cached, since it is needed for each item of each page. */
const known = new WeakMap<readonly HistoryEntry[], boolean>();

/**
 * Returns true if the target requires all of several tags: a search by two tags of a memory found it, and later
 * searches by one of its tags and one that it lacks, in either order, did not.
 */
function readsAsAll(searches: readonly HistoryEntry[]): boolean {
  const earlier = known.get(searches);
  if (earlier !== undefined) return earlier;
  const pairs = searches.flatMap(asPair);
  const isRead = pairs.some(({ page, tags }) =>
    itemsAt(page, "/data/hits").some(({ value }) => {
      const shown = tagsOf(value);
      if (!tags.every((tag) => shown.includes(tag))) return false;
      const status = requested(page, "status");
      const later = pairs.filter(
        (pair) => precedes(page.exchange, pair.page.exchange) && requested(pair.page, "status") === status,
      );
      return [0, 1].every((place) => {
        const lacking = later.filter((pair) => pair.tags.every((tag, at) => shown.includes(tag) === (at !== place)));
        return lacking.length > 0 && lacking.every((pair) => isWhole(pair.page) && !shows(pair.page, value.id));
      });
    }),
  );
  known.set(searches, isRead);
  return isRead;
}

/** A search by two tags only. */
interface Pair {
  readonly page: HistoryEntry;
  readonly tags: readonly string[];
}

function asPair(page: HistoryEntry): readonly Pair[] {
  const filterValue = requested(page, "tags");
  const isByTags = Object.keys(page.input.parameters).every((name) => ALLOWED_WITH_TAGS.includes(name));
  return isByTags && areTags(filterValue) && filterValue.length === 2 ? [{ page, tags: filterValue }] : [];
}

function tagsOf({ metadata }: JsonObject): readonly Json[] {
  const { tags: shown } = asObject(metadata ?? null);
  return Array.isArray(shown) ? shown : [];
}

/** Returns true for a page that is not cut off, neither by a limit nor by a further page. */
function isWhole(page: HistoryEntry): boolean {
  return requested(page, "limit") === undefined && isUnset(valueAt(page.exchange, "/data/nextCursor"));
}

function shows(page: HistoryEntry, id: Json | undefined): boolean {
  return itemsAt(page, "/data/hits").some(({ value }) => value.id === id);
}

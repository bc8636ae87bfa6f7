import { splitValue } from "./guards.ts";
import type { Variant } from "./variant.ts";

/** Former names of choices, which are accepted until the next version, and their replacements. */
export const RENAMED_CHOICES: Readonly<Record<string, string>> = {
  "type-names": "media-type-names",
  "preset-order": "lifetime-names",
  noise: "background-activity",
  "like-claims": "similar-claims",
  "unsaid-confidence": "omitted-confidence",
  "text-edges": "surrounding-whitespace",
  "line-ends": "line-endings",
  "longest-lifetime": "lifetime-range",
  "memory-texts": "memory-query-length",
  "longest-query": "message-query-length",
  "hidden-things": "hidden-resources",
  "unknown-things": "unknown-resources",
  "wrong-release": "foreign-release-status",
  "used-tokens": "unverified-token-response",
  "coarse-views": "whole-second-responses",
  "thread-depth": "nested-reply-parent",
  "said-again": "repeated-text",
  "flag-again": "repeated-flag",
  "message-ties": "equal-message-times",
  "both-cursors": "before-and-after",
  "strange-cursors": "unknown-cursors",
  "foreign-reading": "foreign-channel-reads",
  "file-names": "non-ascii-file-names",
  "file-contents": "mismatched-file-contents",
  quoting: "quoted-messages",
  "upload-notice": "upload-delay",
  "type-parameters": "media-type-parameters",
  "both-assignees": "two-assignees",
  "assigned-to-nobody": "default-assignee",
  "due-dates": "default-due-date",
  "late-fields": "generated-task-fields",
  "new-tasks": "task-triage",
  "block-by": "block-permission",
  "comment-of-block-again": "repeated-block-comment",
  "block-again": "repeated-block-version",
  "task-company": "channel-task-restrictions",
  "longest-reason": "reason-length",
  "card-words": "card-text",
  "wrong-tokens": "failed-tokens",
  "memory-page-room": "memory-page-size",
  "scopes-of-others": "second-agent-scopes",
  "same-claim": "repeated-claim",
  "letter-case": "case-folding",
  "unsure-memories": "low-confidence-status",
  proposals: "proposed-claims",
  "seed-hit": "seed-among-hits",
  "walk-cursors": "search-cursors",
  "reinforced-memories": "recall-reinforcement",
  "odd-tags": "non-string-tags",
  "update-clock": "task-update-times",
  "shown-similarities": "similarity-precision",
  "most-hits": "recall-maximum",
};

/** Former values by the current name of their choice, accepted as long, and their replacements. */
export const RENAMED_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "id-counters": { nothing: "unique", "one-of-the-other-kind": "one-per-kind" },
  "index-lag": { "short-in-every-second-reading": "short-every-second-call" },
  versions: { "beyond-what-doubles-tell-apart": "above-safe-integers" },
  "attachment-ids": { "of-the-upload": "upload-id", "of-their-own": "own-id" },
  "file-origin": { unnamed: "relative" },
  "media-type-names": { "one-of-each": "alternative-only", "the-other-of-each": "usual-only" },
  "score-weights": { "similarity-alone": "similarity-only" },
  "background-activity": { busy: "messages", meddling: "changes" },
  "similar-claims": { "stands-beside-it": "kept", "succeeds-it": "supersedes", "is-rejected": "rejected" },
  "omitted-confidence": { "as-by-default": "default", "not-known": "null" },
  coercion: { read: "scalars", "read-out-of-lists-of-one-too": "scalars-and-single-item-lists" },
  "line-endings": { "as-written": "kept", "as-line-feeds": "line-feeds" },
  "recall-defaults": {
    narrow: "reference",
    wide: "depth-3-all-statuses",
    bare: "limit-10-no-expand",
    sure: "min-confidence-0.5",
  },
  "lifetime-range": { "a-minute-to-a-year": "1-minute-to-1-year", "lengthened-to-a-minute": "raised-to-1-minute" },
  "pointers-without-id": { "passed-over": "ignored" },
  "provenance-ids": { anything: "any", "what-exists": "existing", "what-may-be-seen": "visible" },
  "input-codes": { exchanged: "swapped" },
  meta: { refusals: "rejections" },
  "nested-reply-parent": { "as-named": "named-message", "head-of-thread": "thread-root" },
  "listed-replies": { "left-out": "omitted" },
  "equal-message-times": { "as-they-came": "by-arrival" },
  "before-and-after": { "before-alone": "before-only" },
  "unknown-cursors": { "passed-over": "ignored" },
  "quoted-messages": { nothing: "none", "what-it-says": "all" },
  "upload-delay": { "not-heard-of": "unknown" },
  "default-assignee": { "its-maker": "creator" },
  "task-creators": { named: "shown", "not-named": "hidden" },
  "default-due-date": { never: "none", "as-a-rule-says-after-a-moment": "set-later" },
  "task-listings": { "the-tasks": "current", "a-copy-behind": "delayed-copy" },
  "task-triage": { nobody: "none", "a-rule-after-a-moment": "automatic-later" },
  "block-permission": { "who-sees-it": "viewer", "who-made-or-has-it": "creator-or-assignee" },
  "repeated-block-comment": { another: "added" },
  "repeated-block-version": { rises: "raised", stays: "unchanged" },
  "channel-task-restrictions": { anything: "none" },
  "sub-task-cards": { no: "none", told: "in-parent-channel" },
  "card-text": { names: "identifier-and-title", nothing: "generic" },
  "task-text": { parts: "substrings" },
  "token-agents": { "its-own": "same-agent" },
  "failed-tokens": { "5-told": "5-reported", "5-untold": "5-silent", "3-told": "3-reported", "3-untold": "3-silent" },
  "cursor-filters": { "of-the-walk": "of-first-page" },
  "cursor-limit": { heeded: "accepted" },
  "empty-memory-pages": { "the-first": "first" },
  "memory-page-size": { "as-many-as-its-limit": "full", "what-a-store-has-read": "partly-filled" },
  "second-agent-scopes": { "read-alone": "read-only", nothing: "none" },
  "repeated-claim": {
    "a-second-memory": "stored-again",
    "reinforces-the-first": "reinforces-first",
    nothing: "returns-first",
  },
  "case-folding": { "one-by-one": "simple", "full-folding": "full", "without-marks": "full-without-diacritics" },
  "proposed-claims": { "none-are": "none", "accepted-soon": "accepted-later" },
  "seed-among-hits": { "left-out": "omitted" },
  "score-order": { "of-hits": "as-hits" },
  "search-cursors": {
    "of-each-page": "one-per-page",
    "always-given": "also-on-last-page",
    "one-for-the-walk": "one-per-search",
  },
  "recall-reinforcement": { nothing: "none", "a-little-surer": "raises-confidence" },
  "enriched-metadata": { "its-author": "never", "the-service-later": "later" },
  "non-string-tags": { "a-list-of-texts": "converted-to-strings" },
  "related-hits": { "beside-it": "outside-the-limit" },
  "memory-times": { "as-kept": "exact" },
  "task-update-times": { "the-same": "exact", "a-little-behind": "slightly-early", "touched-later": "raised-later" },
  "memory-confidence": { stays: "constant", "little-once-it-has-ended": "low-once-ended" },
  "similarity-precision": { "as-measured": "full" },
  "walk-limit": { "it-does": "counts-seed", "it-does-not": "excludes-seed" },
  "recall-maximum": { "its-limit": "limit", "50-and-says-when-there-are-more": "50-with-has-more" },
  "walk-filters": { "what-is-shown": "before-limit", "what-is-filtered": "after-limit" },
  "memory-sources": { "in-edges": "edges-only", "among-the-hits": "also-hits" },
};

/** Returns the variant with current names and values, and notes the former ones as deprecated. */
export function withCurrentNames(variant: Variant): Variant {
  return Object.fromEntries(
    Object.entries(variant).map(([name, value]) => {
      const choice = currentName(RENAMED_CHOICES, name);
      const current = typeof value === "string" ? currentValue(choice, value) : value;
      if (choice !== name || current !== value) noteRenamed(`${name}=${value}`, `${choice}=${current}`);
      return [choice, current];
    }),
  );
}

function currentValue(choice: string, text: string): string {
  const { value, guard } = splitValue(text);
  const current = currentName(RENAMED_VALUES[choice] ?? {}, value);
  return guard === null ? current : `${current}[${guard}]`;
}

function currentName(renamed: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : name;
}

const noted = new Set<string>();

/** Prints a note once, however many fakes have the variant. */
function noteRenamed(former: string, current: string): void {
  if (noted.has(former)) return;
  noted.add(former);
  process.emitWarning(
    `The variant ${former} is now ${current}; the next version rejects the former name.`,
    "DeprecationWarning",
  );
}

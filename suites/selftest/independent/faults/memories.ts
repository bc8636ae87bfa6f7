import type { Fault } from "./fault.ts";

/** Faults of remembering and of filtering memories. */
export const MEMORY_FAULTS = [
  {
    id: "remember.no-provenance",
    breaks: "A memory without derived_from is accepted.",
    requirement: "memories.remember.provenance-missing",
  },
  {
    id: "remember.empty-provenance",
    breaks: "A memory with an empty derived_from is accepted.",
    requirement: "memories.remember.provenance-empty",
  },
  {
    id: "remember.provenance-without-id",
    breaks: "An item of derived_from without an id counts as provenance.",
    requirement: "memories.remember.provenance-item",
  },
  {
    id: "remember.confidence-above",
    breaks: "A confidence slightly above 1 is accepted.",
    requirement: "memories.remember.confidence-max",
  },
  {
    id: "remember.confidence-percent",
    breaks: "A confidence of up to 100 is accepted.",
    requirement: "memories.remember.confidence-max",
  },
  {
    id: "remember.confidence-below",
    breaks: "A confidence below 0 is accepted.",
    requirement: "memories.remember.confidence-min",
  },
  {
    id: "remember.confidence-zero",
    breaks: "A confidence of 0 is taken for none given.",
    requirement: "memories.remember.confidence",
  },
  {
    id: "remember.confidence-one",
    breaks: "A confidence of 1 is refused.",
    requirement: "memories.remember.confidence-max",
  },
  {
    id: "remember.confidence-rounded",
    breaks: "confidence is rounded to one decimal.",
    requirement: "memories.remember.confidence",
  },
  {
    id: "remember.both-lifetimes",
    breaks: "ttl_seconds together with ttl_preset is accepted.",
    requirement: "memories.remember.ttl-exclusive",
  },
  {
    id: "remember.presets-alike",
    breaks: "Two presets give the same lifetime.",
    requirement: "memories.remember.ttl-preset",
    force: { memories: { lifetime: "instant" } },
  },
  {
    id: "remember.preset-month",
    breaks: "A preset lasts 30 days.",
    requirement: "memories.remember.ttl-preset",
    force: { memories: { lifetime: "seconds" } },
  },
  {
    id: "remember.preset-unknown",
    breaks: "A preset outside the list is accepted.",
    requirement: "memories.remember.ttl-preset-enum",
  },
  {
    id: "remember.metadata-characters",
    breaks: "The size of metadata is measured in characters.",
    requirement: "memories.remember.metadata-size",
  },
  {
    id: "remember.metadata-unlimited",
    breaks: "Metadata of any size is accepted.",
    requirement: "memories.remember.metadata-size",
  },
  {
    id: "remember.metadata-small",
    breaks: "Metadata above 3,000 bytes is refused.",
    requirement: "memories.remember.metadata-size",
  },
  {
    id: "remember.metadata-cut",
    breaks: "Metadata above the limit is dropped in silence.",
    requirement: "memories.remember.metadata-size",
  },
  {
    id: "remember.metadata-nulls",
    breaks: "Members of metadata that are null are dropped.",
    requirement: "memories.remember.metadata",
  },
  {
    id: "remember.metadata-numbers",
    breaks: "Numbers in metadata come back as texts.",
    requirement: "memories.remember.metadata",
  },
  {
    id: "remember.metadata-deep",
    breaks: "Objects in metadata are emptied below the third level.",
    requirement: "memories.remember.metadata",
  },
  {
    id: "remember.metadata-false",
    breaks: "Members of metadata that are false are dropped.",
    requirement: "memories.remember.metadata",
  },
  {
    id: "remember.metadata-tags-lower",
    breaks: "Tags come back in lower case.",
    requirement: "memories.remember.metadata",
  },
  {
    id: "remember.kind-unknown",
    breaks: "A kind outside the list is accepted.",
    requirement: "memories.remember.kind-enum",
  },
  { id: "remember.kind-lost", breaks: "A preference is stored as a fact.", requirement: "memories.remember.kind" },
  {
    id: "remember.content-cut",
    breaks: "Content is cut after 500 characters.",
    requirement: "memories.remember.content",
  },
  { id: "remember.version-missing", breaks: "A memory has no version.", requirement: "memories.fields.version" },
  {
    id: "remember.ttl-lost",
    breaks: "ttl_seconds comes back doubled.",
    requirement: "memories.remember.ttl-seconds",
    force: { memories: { lifetime: "seconds" } },
  },
  {
    id: "remember.not-stored-with-why",
    breaks: "A memory with a why is answered but never stored.",
    requirement: "memories.remember.found",
  },
  {
    id: "search.status-all",
    breaks: "Without a status every memory is listed.",
    requirement: "memories.search.default-status",
  },
  {
    id: "search.status-ignored",
    breaks: "The status superseded gives current memories.",
    requirement: "memories.search.status",
  },
  {
    id: "search.status-unknown",
    breaks: "A status outside the list answers 200.",
    requirement: "memories.search.status-enum",
  },
  {
    id: "search.kind-ignored-with-text",
    breaks: "The kind is ignored when a text is given.",
    requirement: "memories.search.combined",
  },
  {
    id: "search.text-case",
    breaks: "The text is compared with regard to case.",
    requirement: "memories.search.text-case",
  },
  {
    id: "search.text-case-beyond-ascii",
    breaks: "The text is compared with regard to case for letters outside ASCII.",
    requirement: "memories.search.text-case",
  },
  {
    id: "search.text-percent",
    breaks: "A percent sign in the text matches anything.",
    requirement: "memories.search.text-literal",
  },
  {
    id: "search.text-underscore",
    breaks: "A low line in the text matches any character.",
    requirement: "memories.search.text-literal",
  },
  { id: "search.text-words", breaks: "The text matches whole words only.", requirement: "memories.search.text" },
  {
    id: "search.text-start",
    breaks: "The text matches at the beginning of content only.",
    requirement: "memories.search.text",
  },
  {
    id: "search.text-expression",
    breaks: "A full stop in the text matches any character.",
    requirement: "memories.search.text-literal",
  },
  {
    id: "search.text-first-word",
    breaks: "Only the first word of the text is looked for.",
    requirement: "memories.search.text",
  },
  { id: "search.tags-any", breaks: "One of the tags suffices.", requirement: "memories.search.tags" },
  { id: "search.tags-ten", breaks: "Only the first ten tags are looked at.", requirement: "memories.search.tags" },
  { id: "search.tags-21", breaks: "21 tags are accepted.", requirement: "memories.search.tags-max" },
  { id: "search.tags-20", breaks: "20 tags are refused.", requirement: "memories.search.tags-max" },
  { id: "search.tags-part", breaks: "A part of a tag matches it.", requirement: "memories.search.tags" },
  { id: "search.tags-last", breaks: "Only the last tag is looked at.", requirement: "memories.search.tags" },
  {
    id: "search.from-exclusive",
    breaks: "The lower bound of creation is exclusive.",
    requirement: "memories.search.created-from-inclusive",
  },
  {
    id: "search.to-inclusive",
    breaks: "The upper bound of creation is inclusive.",
    requirement: "memories.search.created-to-exclusive",
  },
  {
    id: "search.to-ignored",
    breaks: "The upper bound is ignored when a lower bound is given.",
    requirement: "memories.search.created-to",
  },
  {
    id: "search.offset-ignored",
    breaks: "The offset from UTC of a bound is ignored.",
    requirement: "memories.search.created-offset",
    force: { http: { offset: 120 } },
  },
  {
    id: "search.bound-day",
    breaks: "The lower bound is rounded down to its day.",
    requirement: "memories.search.created-from",
  },
  {
    id: "search.scope-ignored-with-tags",
    breaks: "The scope is ignored when tags are given.",
    requirement: "memories.search.combined",
  },
  {
    id: "search.scope-404",
    breaks: "An unreadable scope is answered with 404.",
    requirement: "memories.permissions.unreadable-scope",
  },
  {
    id: "search.scope-empty",
    breaks: "An unreadable scope is answered with 200 and no hits.",
    requirement: "memories.permissions.unreadable-scope",
  },
  {
    id: "search.scope-shown",
    breaks: "An unreadable scope is listed.",
    requirement: "memories.permissions.unreadable-scope",
  },
  {
    id: "search.unreadable",
    breaks: "Without a scope memories of unreadable scopes are listed.",
    requirement: "memories.permissions.unreadable-hidden",
  },
  {
    id: "search.other-workspace",
    breaks: "Memories of other workspaces are listed when a text is given.",
    requirement: "isolation.search-memories",
  },
  {
    id: "search.default-25",
    breaks: "Without a limit a page has 25 hits.",
    requirement: "memories.search.default-limit",
  },
  {
    id: "search.default-19",
    breaks: "Without a limit a page has 19 hits.",
    requirement: "memories.search.default-limit",
  },
  {
    id: "search.no-maximum",
    breaks: "A page has more than 100 hits when asked.",
    requirement: "memories.search.max-limit",
  },
  {
    id: "search.one-too-few",
    breaks: "A page has one hit less than the limit, and the cursor skips it.",
    requirement: "memories.search.walk",
  },
  {
    id: "search.cursor-forgets-kind",
    breaks: "From the second page on the kind is forgotten.",
    requirement: "memories.search.cursor-filters",
  },
  {
    id: "search.cursor-forgets-tags",
    breaks: "From the second page on the tags are forgotten.",
    requirement: "memories.search.cursor-filters",
  },
  {
    id: "search.cursor-repeats",
    breaks: "The second page begins with the last hit of the first.",
    requirement: "memories.search.walk",
  },
  {
    id: "search.cursor-equal-instants",
    breaks: "Between pages hits made at the same instant are lost.",
    requirement: "memories.search.walk",
  },
  {
    id: "search.cursor-ends-early",
    breaks: "The third page has no cursor although more follow.",
    requirement: "memories.search.walk",
  },
  { id: "search.cursor-number", breaks: "nextCursor is a number.", requirement: "memories.search.next-cursor-type" },
  {
    id: "search.content-cut",
    breaks: "search-memories cuts content after 120 characters.",
    requirement: "consistency.memory-views",
  },
  {
    id: "search.metadata-missing",
    breaks: "search-memories shows empty metadata.",
    requirement: "consistency.memory-views",
  },
  {
    id: "search.expired-current",
    breaks: "Memories that have expired are listed as current.",
    requirement: "memories.expiry.leaves-current",
  },
] as const satisfies readonly Fault[];

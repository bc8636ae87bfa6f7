import {
  boolean,
  free,
  group,
  instant,
  integer,
  MAX_LENGTHS,
  number,
  oneOf,
  pointers,
  required,
  text,
  texts,
  withDefault,
} from "../../http/fields.ts";
import { MEMORY_KINDS, MEMORY_STATUSES, TTL_PRESETS } from "./model.ts";

/** A hundred years: a later expiry could not be written as a date. */
const MAX_TTL_SECONDS = 3_153_600_000;

/** Input of remember. */
export const rememberFields = {
  content: required(text({ visible: true, maximum: MAX_LENGTHS.text })),
  kind: required(oneOf(MEMORY_KINDS)),
  scope_id: required(text()),
  derived_from: required(pointers({ minimum: 1, maximum: 1000 })),
  confidence: withDefault(number({ minimum: 0, maximum: 1 }), 1),
  ttl_seconds: integer({ minimum: 1, maximum: MAX_TTL_SECONDS }),
  ttl_preset: oneOf(TTL_PRESETS),
  stated_by_identity_id: text({ maximum: MAX_LENGTHS.remark }),
  where: text({ maximum: MAX_LENGTHS.remark }),
  why: text({ maximum: MAX_LENGTHS.remark }),
  metadata: withDefault(free({ maximum: 4096 }), {}),
};

/** Input of recall. */
export const recallFields = {
  query: text({ visible: true, maximum: MAX_LENGTHS.text }),
  seed_id: text(),
  depth: withDefault(integer({ minimum: 1, maximum: 3 }), 1),
  scope_id: text(),
  expand: withDefault(texts({ values: ["provenance", "related"] }), ["provenance", "related"]),
  filters: withDefault(
    group({
      include_superseded: withDefault(boolean(), false),
      include_invalidated: withDefault(boolean(), false),
      include_expired: withDefault(boolean(), false),
      min_confidence: number(),
      min_similarity: number(),
    }),
    {
      include_superseded: false,
      include_invalidated: false,
      include_expired: false,
      min_confidence: undefined,
      min_similarity: undefined,
    },
  ),
  metadata_filter: withDefault(free(), {}),
  limit: withDefault(integer({ minimum: 1, maximum: 100 }), 20),
};

/** Input of bootstrap-context. */
export const bootstrapFields = {
  agent_identity_id: required(text()),
  scope_id: text(),
};

/** Input of search-memories. */
export const searchMemoriesFields = {
  kind: oneOf(MEMORY_KINDS),
  status: withDefault(oneOf(MEMORY_STATUSES), "current"),
  text: text({ name: "q" }),
  tags: withDefault(texts({ maximum: 20 }), []),
  createdFrom: instant({ name: "from" }),
  createdTo: instant({ name: "to" }),
  scope: text({ name: "scope_id" }),
  cursor: text({ emptyIsAbsent: true }),
  limit: withDefault(integer({ minimum: 1, maximum: 100 }), 20),
};

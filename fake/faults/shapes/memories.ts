import { gone, put, replace } from "../../changes/hooks.ts";
import { SHOWING_MEMORIES } from "../operations.ts";
import { asText, faultsOf, seconds, spoken } from "./tools.ts";

/** Faults of how memories look. */
export const memoryShapeFaults = faultsOf("Memory", SHOWING_MEMORIES, [
  [
    "memory-content-is-an-object",
    "memories.fields.types",
    "content",
    (text) => ({ text }),
    "the content of a memory is an object",
  ],
  ["memory-confidence-is-text", "memories.fields.types", "confidence", asText, "the confidence of a memory is a text"],
  ["memory-ttl-is-text", "memories.fields.types", "ttl_seconds", asText, "the lifetime of a memory is a text"],
  ["memory-without-id", "memories.fields.identity", "id", gone, "memories have no id"],
  [
    "memory-kind-unknown",
    "memories.fields.kind",
    "kind",
    replace((kind) => (kind === "preference" ? "constraint" : kind)),
    "preferences are shown as constraints",
  ],
  [
    "memory-kind-uppercase",
    "memories.fields.kind",
    "kind",
    replace((kind) => String(kind).toUpperCase()),
    "kinds are shown in capitals",
  ],
  [
    "memory-status-active",
    "memories.fields.status",
    "status",
    replace((status) => (status === "current" ? "active" : status)),
    "current is shown as active",
  ],
  [
    "memory-status-disputed",
    "memories.fields.status",
    "status",
    replace((status) => (status === "contested" ? "disputed" : status)),
    "contested is shown as disputed",
  ],
  [
    "memory-created-at-is-a-number",
    "memories.fields.timestamps",
    "created_at",
    seconds,
    "the creation of a memory is a number of seconds",
  ],
  [
    "memory-expires-at-is-a-number",
    "memories.fields.timestamps",
    "expires_at",
    seconds,
    "the expiry of a memory is a number of seconds",
  ],
  [
    "memory-reinforced-at-is-spoken",
    "memories.fields.timestamps",
    "last_reinforced_at",
    spoken,
    "the reinforcement of a memory is no date-time",
  ],
  ["memory-version-is-text", "memories.fields.version", "version", put("v1"), "the version of a memory is a text"],
  ["memory-without-version", "memories.fields.version", "version", gone, "memories have no version"],
  [
    "memory-metadata-is-text",
    "memories.fields.metadata",
    "metadata",
    (value) => JSON.stringify(value),
    "the metadata of a memory is a text",
  ],
  ["memory-metadata-is-a-list", "memories.fields.metadata", "metadata", put([]), "the metadata of a memory is a list"],
]);

/** Faults of how edges, scores, provenance and scopes look. */
export const graphShapeFaults = [
  ...faultsOf(
    "Edge",
    ["recall"],
    [
      ["edge-type-is-a-list", "recall.edge-types", "edge_type", (type) => [type], "the type of an edge is a list"],
      ["edge-end-is-an-object", "recall.edge-types", "to_id", (id) => ({ id }), "the end of an edge is an object"],
      [
        "edge-created-at-is-a-number",
        "recall.edge-created-at",
        "created_at",
        seconds,
        "the creation of an edge is a number of seconds",
      ],
    ],
  ),
  ...faultsOf(
    "Score",
    ["recall"],
    [
      ["score-total-is-text", "recall.score-types", "total", asText, "the total of a score is a text"],
      [
        "score-similarity-is-an-object",
        "recall.score-types",
        "similarity",
        (value) => ({ value }),
        "the similarity of a score is an object",
      ],
    ],
  ),
  ...faultsOf(
    "ProvenanceMessage",
    ["recall"],
    [
      [
        "provenance-content-is-an-object",
        "recall.message-types",
        "content",
        (text) => ({ text }),
        "the content of a provenance message is an object",
      ],
      [
        "provenance-version-is-text",
        "recall.message-types",
        "version",
        asText,
        "the version of a provenance message is a text",
      ],
      [
        "provenance-created-at-is-spoken",
        "recall.message-created-at",
        "created_at",
        spoken,
        "the creation of a provenance message is no date-time",
      ],
    ],
  ),
  ...faultsOf(
    "ScopeMembership",
    ["bootstrap-context"],
    [
      ["scope-name-is-a-number", "bootstrap.membership-types", "name", put(1), "the name of a scope is a number"],
      ["scope-kind-is-a-list", "bootstrap.membership-types", "kind", (kind) => [kind], "the kind of a scope is a list"],
      ["scope-without-id", "bootstrap.membership-identity", "id", gone, "scope memberships have no id"],
    ],
  ),
];

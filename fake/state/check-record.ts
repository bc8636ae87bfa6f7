import { createRequire } from "node:module";
import type { ValidateFunction } from "ajv/dist/2020.js";
import type { JsonObject } from "../../spec/json.ts";
import { comment, count, free, id, list, memory, message, number, shape, task, text, textOrNull } from "./shapes.ts";

/** Loads the validator when the first snapshot is read. */
const load = createRequire(import.meta.url);

/** The JSON schema of each kind of record. */
const SHAPES: Readonly<Record<string, JsonObject>> = {
  workspace: shape(
    {
      ...{
        id,
        orgId: id,
        name: text,
        taskPrefix: text,
        room: shape({ things: count, fileBytes: count }, { characters: count }),
      },
      plan: shape({ monthlyTasks: count, used: count, month: text, maxFileBytes: count }),
    },
    { counted: { type: "object", additionalProperties: count } },
  ),
  channel: shape({ id, name: text }, { archivedAt: textOrNull }),
  scope: shape({ id, org_id: text, kind: text, name: text }),
  user: shape({ id, identityId: id, name: text }),
  agent: shape({
    ...{ id, identityId: id, name: text, ownerId: textOrNull, verifiedAt: textOrNull, channels: list(id) },
    scopes: shape({ CAN_READ: list(id), CAN_WRITE: list(id) }),
  }),
  message: shape({ message, authorIdentityId: textOrNull, madeAt: number }),
  task: shape({ task, comments: list(comment), mentioned: list(id), madeAt: number }),
  file: shape({
    ...{ id, channelId: id, requesterId: id, name: text, mimeType: text, sizeBytes: count, createdAt: text },
    ...{ content: { type: ["string", "null"], pattern: "^[A-Za-z0-9+/]*={0,2}$" }, messageId: textOrNull },
  }),
  memory: shape({ memory, scopeId: id, madeAt: number }),
  edge: shape({
    ...{ id, from_id: id, from_type: text, to_id: id, to_type: text, edge_type: text, properties: free },
    created_at: text,
  }),
  challenge: shape({ token: id, agentId: id, expiresAt: number, usedAt: { type: ["number", "null"] } }),
  key: shape({ key: id, workspaceId: id, agentId: id }),
  population: shape(
    {
      ...{ id, workspaceIds: { type: "array", items: id, minItems: 1 }, apiKey: id, fixtures: free },
      origin: {
        type: ["object", "null"],
        required: ["number", "recipe", "bornAt"],
        properties: { number: count, recipe: count, bornAt: number },
      },
    },
    {
      seed: free,
      seeded: shape({
        workspaceId: id,
        keys: { ...free, additionalProperties: text },
        ids: { ...free, additionalProperties: text },
      }),
    },
  ),
};

/** Returns the problem of a record of a snapshot; null for a valid one. */
export type RecordCheck = (record: unknown) => string | null;

let compiled: RecordCheck | null = null;

/** Returns the check for records of a snapshot. */
export function recordCheck(): RecordCheck {
  compiled ??= compile();
  return compiled;
}

function compile(): RecordCheck {
  const { Ajv2020 } = load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    ownProperties: true,
  });
  const checks = new Map<string, ValidateFunction>();
  for (const [kind, schema] of Object.entries(SHAPES)) checks.set(kind, ajv.compile(schema));
  return (record) => {
    if (!Array.isArray(record) || record.length !== 2) return "it is not a pair of kind and content";
    const validate = checks.get(String(record[0]));
    if (validate === undefined) return `there is no kind of record ${JSON.stringify(record[0])?.slice(0, 80)}`;
    if (validate(record[1])) return null;
    const [error] = validate.errors ?? [];
    return `${record[0]}${(error?.instancePath ?? "").replaceAll("/", ".")} ${error?.message ?? "is malformed"}`;
  };
}

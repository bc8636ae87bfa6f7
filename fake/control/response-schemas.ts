import type { JsonObject } from "../../spec/json.ts";
import { comment, id, instant, type Members, memory, message, shape, task, text, textOrNull } from "../state/shapes.ts";

/** Schemas of responses; the document of the control interface has each under its name. */

const count: JsonObject = { type: "integer", minimum: 0 };
const real: JsonObject = { type: "number", minimum: 0 };
const free: JsonObject = { type: "object" };
const date: JsonObject = { ...instant, type: "string" };
const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });
const ids = listOf(id);

/** Returns the schema of an object with only these members. */
function exactly(members: Members, optional: Members = {}): JsonObject {
  return { ...shape(members, optional), additionalProperties: false };
}

/** Returns the members of another shape, to extend them. */
function of(other: JsonObject): Members {
  return other.properties as Members;
}

const channel = exactly({ id, name: text, archivedAt: textOrNull, members: ids });
const permissions = { CAN_READ: ids, CAN_WRITE: ids };
const agent = exactly({
  ...{ id, identityId: id, name: text, ownerId: textOrNull, verifiedAt: textOrNull },
  ...{ channels: ids, scopes: exactly(permissions), keys: ids },
});
const target = { ...shape({ baseUrl: text, apiKey: id, fixtures: free }), description: "See target.schema.json" };
const seeded = exactly({ workspaceId: id, keys: free, ids: free });
const plan = exactly({ monthlyTasks: count, used: count, month: text, maxFileBytes: count, remaining: count });
const counts = (names: string) => exactly(Object.fromEntries(names.split(" ").map((name) => [name, count])));
const body: JsonObject = { ...exactly({ content: {}, cut: { type: "boolean" } }), type: ["object", "null"] };

const severity: JsonObject = { enum: ["error", "warning"] };
const share = exactly({ met: count, total: count });
const pageOrNull: JsonObject = {
  ...exactly({ more: { type: "boolean" }, cursor: textOrNull }),
  type: ["object", "null"],
};

/** Everything that several responses, or their readers, know by a name. */
export const RESPONSE_SCHEMAS = {
  Health: exactly({
    ...{ status: { const: "ok" }, version: text, uptimeMs: real, clock: date },
    counts: counts("workspaces keys journal requests messages tasks memories files"),
  }),
  Route: exactly({ method: text, path: text, summary: text, example: text }),
  TargetFile: target,
  JournalEntry: exactly({
    ...{
      number: count,
      time: date,
      durationMs: real,
      method: text,
      path: text,
      query: free,
      operation: textOrNull,
    },
    ...{ workspace: textOrNull, agent: { ...exactly({ id, name: text }), type: ["object", "null"] } },
    timing: exactly({ connection: count, connectedMs: real, arrivedMs: real, endedMs: real }),
    credentials: { enum: ["none", "known", "unknown"] },
    ...{ status: { type: ["integer", "null"] }, outcome: { enum: ["ok", "rejected", "dropped"] }, code: textOrNull },
    ...{ retryAfter: { type: ["integer", "null"] }, page: pageOrNull },
    ...{ rule: textOrNull, why: textOrNull, hint: textOrNull, notes: listOf(text), requestId: id },
    ...{ request: body, response: body },
  }),
  ClientReport: exactly({
    ...{
      schemaVersion: { const: 1 },
      tool: free,
      contract: free,
      createdAt: date,
      headline: text,
      ignored: listOf(text),
    },
    summary: exactly({
      ...{ errors: count, warnings: count, operations: share, inputs: share, statuses: share },
      errorCodes: exactly({ ...of(share), handled: count }),
    }),
    requests: exactly({ judged: count, dropped: count }),
    findings: listOf(
      exactly({
        ...{
          rule: text,
          severity,
          title: text,
          message: text,
          remedy: text,
          workspace: textOrNull,
          occurrences: count,
        },
        clause: { ...exactly({ section: text, text }), type: ["object", "null"] },
        agent: { ...exactly({ id, name: text }), type: ["object", "null"] },
        exchanges: listOf({ $ref: "#/components/schemas/JournalEntry" }),
      }),
    ),
    rules: listOf(exactly({ id: text, severity, title: text, judged: count, findings: count })),
    coverage: exactly({
      operations: listOf(
        exactly({
          ...{ id: text, requests: count, succeeded: count },
          inputs: listOf(exactly({ name: text, in: { enum: ["query", "body"] }, sent: count })),
          statuses: listOf(exactly({ status: count, met: count })),
        }),
      ),
      errorCodes: listOf(
        exactly({ family: { enum: ["agent", "sdk"] }, code: text, met: count, handled: { type: "boolean" } }),
      ),
    }),
  }),
  ClockMove: exactly({
    ...{ before: date, now: date },
    expired: exactly({
      memories: listOf(exactly({ workspace: id, id, content: text, expiresAt: instant })),
      uploads: listOf(exactly({ workspace: id, attachmentId: id, name: text, expiredAt: date })),
      challenges: count,
    }),
    renewed: listOf(exactly({ workspace: id, month: text, used: count })),
  }),
  Workspace: exactly({
    ...{ id, name: text, orgId: id, home: id, apiKey: textOrNull },
    counts: counts("agents users channels scopes messages tasks memories files"),
  }),
  NewWorkspace: exactly({ id, apiKey: id, fixtures: free, target }, { seeded }),
  Snapshot: exactly({
    ...{ format: text, version: count, savedAt: date, origin: text, fake: { type: ["object", "null"] } },
    ...{ records: listOf({ type: "array" }), count },
  }),
  KeptSnapshot: exactly({ name: text, savedAt: date, records: count }),
  Channel: channel,
  Message: exactly(of(message)),
  Agent: agent,
  NewAgent: exactly({ ...of(agent), apiKey: id }),
  User: exactly({ id, identityId: id, name: text }),
  Scope: exactly({ id, org_id: id, kind: text, name: text, ...permissions }),
  Task: exactly({ ...of(task), comments: listOf(exactly(of(comment))), mentioned: ids }),
  Memory: exactly(of(memory)),
  ListedMemory: exactly({ ...of(memory), scopeId: id }),
  Edge: exactly({
    ...{ id, from_id: id, from_type: text, to_id: id, to_type: text, edge_type: text },
    ...{ properties: free, created_at: date },
  }),
  File: exactly({
    ...{ id, channelId: id, requesterId: id, name: text, mimeType: text, sizeBytes: count, createdAt: date },
    ...{ messageId: textOrNull, isUploaded: { type: "boolean" } },
  }),
  Comment: exactly(of(comment)),
  Challenge: exactly({
    ...{ token: id, agent: id, expiresAt: date, usedAt: textOrNull },
    state: { enum: ["waiting", "verified", "expired"] },
  }),
  Mutant: exactly({ id, title: text, breaks: id, operations: ids }),
  Plan: plan,
  Settings: exactly({ urlLifetimeMs: real, rateLimit: real, latencyMs: real }),
  Step: exactly({ name: text, act: text, workspace: text, done: count, due: listOf(date) }),
  ChaosRule: { ...shape({ name: text, matched: count, acted: count }), description: "With the rule's own members" },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** Name of one of {@link RESPONSE_SCHEMAS}. */
export type ResponseSchemaName = keyof typeof RESPONSE_SCHEMAS;

/** Returns the schema of a response with a named shape; the words describe it, as in `the channel`. */
export function responseOf(name: ResponseSchemaName, words: string): JsonObject {
  return { $ref: `#/components/schemas/${name}`, description: words };
}

/** Returns the schema of a list of a named shape, as a member of a response. */
export function listOfNamed(name: ResponseSchemaName): JsonObject {
  return listOf({ $ref: `#/components/schemas/${name}` });
}

/** Returns the schema of a response with these members; the words describe its content. */
export function responseWith(members: Members, words: string): JsonObject {
  return { ...exactly(members), description: words };
}

/** Returns the schema of a response that is an OpenAPI document. */
export function openApiDocument(words: string): JsonObject {
  const properties = { openapi: text, info: free, paths: free };
  return { ...shape(properties), description: words };
}

/** Members of responses that are no more than that. */
export const memberSchemas = { text, textOrNull, id, ids, count, date };

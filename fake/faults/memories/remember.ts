import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import { type Fault, fault } from "../fault.ts";
import { refusingWhen, shownKey } from "../tools.ts";

const REMEMBER = ["remember"];

/** Keeps something else of a claim than what was sent. */
const keeping = (edit: (body: JsonObject) => JsonObject): Change => onCall("remember", (call) => editBody(call, edit));

const keepingContent = (edit: (content: string) => string): Change =>
  keeping((body) => (typeof body.content === "string" ? { ...body, content: edit(body.content) } : body));

/** Faults of remember. */
export const rememberFaults: readonly Fault[] = [
  fault(
    "remember-with-context-refused",
    "memories.remember.context",
    "a claim with where and why is refused",
    REMEMBER,
    () =>
      refusingWhen(
        "remember",
        (call) => bodyMember(call, "where") !== undefined || bodyMember(call, "why") !== undefined,
      ),
  ),
  fault(
    "remember-with-identity-refused",
    "memories.remember.context",
    "a claim that someone stated is refused",
    REMEMBER,
    () => refusingWhen("remember", (call) => bodyMember(call, "stated_by_identity_id") !== undefined),
  ),
  fault(
    "remember-many-pointers-refused",
    "memories.remember.provenance-empty",
    "a claim with several provenance pointers is refused",
    REMEMBER,
    () =>
      refusingWhen("remember", (call) => {
        const from = bodyMember(call, "derived_from");
        return Array.isArray(from) && from.length > 1;
      }),
  ),
  fault(
    "remember-fraction-refused",
    "memories.remember.succeeds",
    "a confidence with a fraction is refused",
    REMEMBER,
    () =>
      refusingWhen("remember", (call) => {
        const confidence = bodyMember(call, "confidence");
        return typeof confidence === "number" && !Number.isInteger(confidence);
      }),
  ),
  fault("memory-content-lowercase", "memories.remember.content", "content is kept in small letters", REMEMBER, () =>
    keepingContent((content) => content.toLowerCase()),
  ),
  fault("memory-content-cut", "memories.remember.content", "content is cut after 128 characters", REMEMBER, () =>
    keepingContent((content) => content.slice(0, 128)),
  ),
  fault("memory-content-cut-far", "memories.remember.content", "content is cut after 2,000 characters", REMEMBER, () =>
    keepingContent((content) => content.slice(0, 2000)),
  ),
  fault(
    "memory-content-ascii",
    "memories.remember.content",
    "letters outside Latin-1 become question marks",
    REMEMBER,
    () => keepingContent((content) => content.replace(/[\u0100-\uffff]/g, "?")),
  ),
  fault("memory-content-one-line", "memories.remember.content", "newlines in content become spaces", REMEMBER, () =>
    keepingContent((content) => content.replaceAll("\n", " ")),
  ),
  fault("confidence-rounded", "memories.remember.confidence", "confidence is rounded to one digit", REMEMBER, () =>
    keeping((body) =>
      typeof body.confidence === "number" ? { ...body, confidence: Math.round(body.confidence * 10) / 10 } : body,
    ),
  ),
  fault("confidence-0-becomes-1", "memories.remember.confidence", "a confidence of 0 is taken as none", REMEMBER, () =>
    keeping((body) => (body.confidence === 0 ? { ...body, confidence: 1 } : body)),
  ),
  fault("confidence-ignored", "memories.remember.confidence", "confidence is always 1", REMEMBER, () =>
    keeping((body) => ("confidence" in body ? { ...body, confidence: 1 } : body)),
  ),
  fault("memory-kind-fact", "memories.remember.kind", "every claim is kept as a fact", REMEMBER, () =>
    keeping((body) => (["decision", "preference"].includes(String(body.kind)) ? { ...body, kind: "fact" } : body)),
  ),
  fault(
    "ttl-in-milliseconds",
    "memories.remember.ttl-seconds",
    "a lifetime in seconds is taken as milliseconds",
    REMEMBER,
    () =>
      together(
        keeping((body) =>
          typeof body.ttl_seconds === "number"
            ? { ...body, ttl_seconds: Math.max(1, Math.round(body.ttl_seconds / 1000)) }
            : body,
        ),
      ),
  ),
  fault("ttl-ignored", "memories.remember.ttl-seconds", "a lifetime in seconds is ignored", REMEMBER, () =>
    keeping(({ ttl_seconds: _ttl, ...body }) => body),
  ),
  fault(
    "ttl-in-minutes",
    "memories.remember.ttl-seconds",
    "a lifetime in seconds is kept in whole days",
    REMEMBER,
    () =>
      keeping((body) =>
        typeof body.ttl_seconds === "number"
          ? { ...body, ttl_seconds: Math.max(1, Math.round(body.ttl_seconds / 86_400)) * 86_400 }
          : body,
      ),
  ),
  fault("presets-all-alike", "memories.remember.ttl-preset", "every named lifetime is 90 days", REMEMBER, () =>
    presets(90, 90, 90),
  ),
  fault("preset-30-days", "memories.remember.ttl-preset", "one named lifetime is 30 days", REMEMBER, () =>
    presets(7, 30, 365),
  ),
  fault("preset-360-days", "memories.remember.ttl-preset", "the longest named lifetime is 360 days", REMEMBER, () =>
    presets(7, 90, 360),
  ),
  fault("presets-two-alike", "memories.remember.ttl-preset", "two named lifetimes are the same", REMEMBER, () =>
    presets(7, 90, 90),
  ),
  fault("presets-ignored", "memories.remember.ttl-preset", "named lifetimes are ignored", REMEMBER, () =>
    keeping(({ ttl_preset: _preset, ...body }) => body),
  ),
  fault("preset-stable-ignored", "memories.remember.ttl-preset", "one named lifetime is none", REMEMBER, () =>
    keeping(({ ttl_preset, ...body }) =>
      ttl_preset === undefined || ttl_preset === "STABLE" ? body : { ...body, ttl_preset },
    ),
  ),
  fault(
    "presets-without-expiry",
    "memories.remember.ttl-preset",
    "a named lifetime sets no expiry, where one in seconds does",
    REMEMBER,
    () =>
      onSuccess("remember", (reply, call) => {
        if (bodyMember(call, "ttl_preset") === undefined) return;
        const data = asObject(reply.body.data);
        data.ttl_seconds = null;
        data.expires_at = null;
      }),
  ),
  fault("memory-metadata-flattened", "memories.remember.metadata", "nested metadata is kept as text", REMEMBER, () =>
    keepingValues((value) => (isObject(value) ? JSON.stringify(value) : value)),
  ),
  fault(
    "memory-metadata-of-32-bits",
    "memories.remember.metadata",
    "whole numbers in metadata are kept in 32 bits",
    REMEMBER,
    () => keepingValues((value) => (Number.isInteger(value) ? Number(value) | 0 : value)),
  ),
  fault("memory-metadata-as-text", "memories.remember.metadata", "numbers in metadata become text", REMEMBER, () =>
    keepingValues((value) => (typeof value === "number" ? String(value) : value)),
  ),
  fault(
    "memory-metadata-without-null",
    "memories.remember.metadata",
    "members of metadata that are false or null are dropped",
    REMEMBER,
    () =>
      rules({
        memories: {
          keptMetadata: (metadata) =>
            Object.fromEntries(Object.entries(metadata).filter(([, value]) => Boolean(value))),
        },
      }),
  ),
  fault(
    "memory-metadata-keys-lowercase",
    "memories.remember.metadata",
    "names in metadata are kept in small letters",
    REMEMBER,
    () =>
      rules({
        memories: {
          keptMetadata: (metadata) =>
            Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name.toLowerCase(), value])),
        },
      }),
  ),
  fault(
    "memory-in-the-first-scope",
    "memories.remember.scope",
    "every claim is written to the caller's first scope",
    ["remember", "search-memories"],
    () =>
      onCall("remember", (call) => {
        const key = shownKey(call);
        const own = key && [...key.workspace.directory.scopesOf("CAN_WRITE", key.agent.id)];
        const asked = bodyMember(call, "scope_id");
        if (own?.[0] !== undefined && own.includes(String(asked))) {
          const [first] = own;
          editBody(call, (body) => ({ ...body, scope_id: first }));
        }
      }),
  ),
  fault(
    "memories-lost",
    "memories.remember.found",
    "every third memory is accepted and lost",
    ["remember", "search-memories"],
    () => losing(3),
  ),
  fault(
    "preferences-not-indexed",
    "memories.remember.found",
    "preferences are not indexed",
    ["remember", "search-memories"],
    () => rules({ memories: { indexed: (_caller, { memory }) => memory.kind !== "preference" } }),
  ),
  fault("memory-starts-proposed", "memories.remember.current", "a new memory is proposed", REMEMBER, () =>
    onSuccess("remember", (reply, call) => {
      const stored = call.caller?.workspace.memories.get(String(asObject(reply.body.data).id));
      if (stored !== undefined) stored.memory.status = "proposed";
      editAt(reply.body, "data.status", () => "proposed");
    }),
  ),
  fault(
    "provenance-without-edges",
    "memories.remember.provenance-edges",
    "provenance leaves no edges",
    ["remember", "recall"],
    () => rules({ memories: { recall: { mayShowEdge: (_caller, edge) => edge.edge_type !== "DERIVED_FROM" } } }),
  ),
  fault(
    "refused-claim-kept",
    "memories.remember.refused-without-effect",
    "a claim that is refused for its lifetimes is kept all the same",
    ["remember", "search-memories"],
    () => keepingRefused(({ ttl_seconds: _seconds, ttl_preset: _preset, ...body }) => body),
  ),
  fault(
    "refused-claim-without-provenance-kept",
    "memories.remember.refused-without-effect",
    "a claim that is refused for its provenance is kept all the same",
    ["remember", "search-memories"],
    () => keepingRefused((body) => ({ ...body, derived_from: [{ id: "unknown" }] })),
  ),
];

const DAY_SECONDS = 86_400;

function presets(volatile: number, active: number, stable: number): Change {
  const presetSeconds = {
    VOLATILE: volatile * DAY_SECONDS,
    ACTIVE: active * DAY_SECONDS,
    STABLE: stable * DAY_SECONDS,
  };
  return rules({ memories: { presetSeconds } });
}

/** Hides every n-th memory that was made from search and recall. */
function losing(n: number): Change {
  const lost = new Set<Json>();
  let count = 0;
  const note = onSuccess("remember", (reply) => {
    if (++count % n === 0) lost.add(asObject(reply.body.data).id ?? null);
  });
  return together(note, rules({ memories: { indexed: (_caller, { memory }) => !lost.has(memory.id) } }));
}

/** Makes what was refused, mended, and still answers the refusal. */
function keepingRefused(mend: (body: JsonObject) => JsonObject): Change {
  return {
    around: (call, next) => {
      const reply = next();
      if (call.operation !== "remember" || reply.status !== 400 || call.body.kind !== "json") return reply;
      const { refusal } = call;
      editBody(call, mend);
      next();
      call.refusal = refusal;
      return reply;
    },
  };
}

/** Keeps other values of the members of metadata. */
function keepingValues(edit: (value: unknown) => unknown): Change {
  const kept = (metadata: object) =>
    Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, edit(value)]));
  return rules({ memories: { keptMetadata: kept } });
}

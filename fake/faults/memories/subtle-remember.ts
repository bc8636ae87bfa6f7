import { asObject, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../../changes/hooks.ts";
import { ownKey } from "../../changes/identities.ts";
import { editAt } from "../../changes/paths.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, refusingWhen } from "../tools.ts";

const REMEMBER = ["remember"];

/** Keeps something else of a claim than what was sent. */
const keeping = (edit: (body: JsonObject) => JsonObject): Change => onCall("remember", (call) => editBody(call, edit));

const keepingContent = (edit: (content: string) => string): Change =>
  keeping((body) => (typeof body.content === "string" ? { ...body, content: edit(body.content) } : body));

/** Faults of remember that show for some claims alone. */
export const subtleRememberFaults: readonly Fault[] = [
  fault(
    "memory-content-spaces-collapsed",
    "memories.remember.content",
    "two spaces in a content become one",
    REMEMBER,
    () => keepingContent((text) => text.replace(/(\S) {2,}(?=\S)/g, "$1 ")),
  ),
  fault(
    "memory-kind-in-the-plural-accepted",
    "memories.remember.kind-enum",
    "a kind in the plural is taken for the kind",
    REMEMBER,
    () =>
      onCall("remember", (call) => {
        const kind = bodyMember(call, "kind");
        if (typeof kind === "string") editBody(call, (body) => ({ ...body, kind: kind.replace(/s$/, "") }));
      }),
  ),
  fault("memory-content-quotes-escaped", "memories.remember.content", "quotes in a content are escaped", REMEMBER, () =>
    keepingContent((text) => text.replaceAll('"', '\\"')),
  ),
  fault(
    "memory-content-tags-stripped",
    "memories.remember.content",
    "what looks like a tag is stripped",
    REMEMBER,
    () => keepingContent((text) => text.replace(/<[a-z/][^>]*>/gi, "") || "?"),
  ),
  fault(
    "memory-content-joiners-dropped",
    "memories.remember.content",
    "emoji lose their joiners and variants",
    REMEMBER,
    () => keepingContent((text) => text.replace(/[\u200d\ufe0f]/g, "")),
  ),
  fault(
    "memory-content-backslashes-dropped",
    "memories.remember.content",
    "backslashes are dropped from content",
    REMEMBER,
    () => keepingContent((text) => text.replaceAll("\\", "")),
  ),
  fault(
    "memory-content-full-stop-added",
    "memories.remember.content",
    "a claim gets a full stop where it has none",
    REMEMBER,
    () => keepingContent((text) => (/[.!?]$/.test(text) ? text : `${text}.`)),
  ),
  fault(
    "memory-content-of-preferences-short",
    "memories.remember.content",
    "preferences are cut after 60 characters",
    REMEMBER,
    () =>
      keeping((body) => (body.kind === "preference" ? { ...body, content: String(body.content).slice(0, 60) } : body)),
  ),
  fault(
    "confidence-at-most-095",
    "memories.remember.confidence",
    "a confidence above 0.95 is taken as 0.95",
    REMEMBER,
    () => keeping((body) => (Number(body.confidence) > 0.95 ? { ...body, confidence: 0.95 } : body)),
  ),
  fault(
    "confidence-in-percent-steps",
    "memories.remember.confidence",
    "confidence is kept in steps of 0.05",
    REMEMBER,
    () =>
      keeping((body) =>
        typeof body.confidence === "number" ? { ...body, confidence: Math.round(body.confidence * 20) / 20 } : body,
      ),
  ),
  fault("confidence-of-decisions-is-1", "memories.remember.confidence", "decisions are certain", REMEMBER, () =>
    keeping((body) => (body.kind === "decision" ? { ...body, confidence: 1 } : body)),
  ),
  fault("kind-lost-with-ttl", "memories.remember.kind", "a claim with a lifetime is a fact", REMEMBER, () =>
    keeping((body) => ("ttl_seconds" in body || "ttl_preset" in body ? { ...body, kind: "fact" } : body)),
  ),
  fault("ttl-at-most-30-days", "memories.remember.ttl-seconds", "a lifetime is 30 days at most", REMEMBER, () =>
    keeping((body) => (Number(body.ttl_seconds) > 2_592_000 ? { ...body, ttl_seconds: 2_592_000 } : body)),
  ),
  fault("ttl-in-whole-minutes", "memories.remember.ttl-seconds", "a lifetime is kept in whole minutes", REMEMBER, () =>
    keeping((body) =>
      Number(body.ttl_seconds) > 60 ? { ...body, ttl_seconds: Math.floor(Number(body.ttl_seconds) / 60) * 60 } : body,
    ),
  ),
  fault("ttl-of-preferences-ignored", "memories.remember.ttl-seconds", "preferences have no lifetime", REMEMBER, () =>
    keeping(({ ttl_seconds, ...body }) =>
      ttl_seconds === undefined || body.kind === "preference" ? body : { ...body, ttl_seconds },
    ),
  ),
  fault("ttl-told-alone", "memories.remember.ttl-seconds", "the expiry is a day off the lifetime", REMEMBER, () =>
    onSuccess("remember", (reply) =>
      editAt(reply.body, "data.expires_at", (at) =>
        at === null ? null : new Date(Date.parse(String(at)) + 86_400_000).toISOString(),
      ),
    ),
  ),
  fault(
    "presets-for-facts-alone",
    "memories.remember.ttl-preset",
    "a named lifetime of a decision is 90 days",
    REMEMBER,
    () =>
      keeping(({ ttl_preset, ...body }) =>
        ttl_preset === undefined
          ? body
          : body.kind === "decision"
            ? { ...body, ttl_seconds: 7_776_000 }
            : { ...body, ttl_preset },
      ),
  ),
  fault(
    "both-lifetimes-accepted-for-active",
    "memories.remember.ttl-exclusive",
    "the lifetime ACTIVE may stand beside one in seconds",
    REMEMBER,
    () =>
      keeping(({ ttl_preset, ...body }) =>
        ttl_preset === undefined || (ttl_preset === "ACTIVE" && "ttl_seconds" in body) ? body : { ...body, ttl_preset },
      ),
  ),
  fault(
    "both-lifetimes-accepted-when-short",
    "memories.remember.ttl-exclusive",
    "a lifetime of less than 100 seconds may stand beside a named one",
    REMEMBER,
    () =>
      keeping(({ ttl_preset, ...body }) =>
        ttl_preset === undefined || Number(body.ttl_seconds) < 100 ? body : { ...body, ttl_preset },
      ),
  ),
  fault(
    "both-lifetimes-accepted-when-equal",
    "memories.remember.ttl-exclusive",
    "two lifetimes that say the same are accepted",
    REMEMBER,
    () =>
      keeping(({ ttl_preset, ...body }) =>
        ttl_preset === undefined || [604_800, 7_776_000, 31_536_000].includes(Number(body.ttl_seconds))
          ? body
          : { ...body, ttl_preset },
      ),
  ),
  fault(
    "provenance-optional-for-preferences",
    "memories.remember.provenance-missing",
    "a preference needs no provenance",
    REMEMBER,
    () =>
      keeping((body) =>
        body.kind === "preference" && !("derived_from" in body) ? { ...body, derived_from: [{ id: "nothing" }] } : body,
      ),
  ),
  fault(
    "provenance-optional-when-stated",
    "memories.remember.provenance-missing",
    "a claim that names where it was made needs no provenance",
    REMEMBER,
    () =>
      keeping((body) =>
        "where" in body && !("derived_from" in body) ? { ...body, derived_from: [{ id: "nothing" }] } : body,
      ),
  ),
  fault(
    "provenance-empty-for-facts",
    "memories.remember.provenance-empty",
    "a decision may have an empty list of provenance",
    REMEMBER,
    () =>
      keeping((body) =>
        body.kind === "decision" && JSON.stringify(body.derived_from) === "[]"
          ? { ...body, derived_from: [{ id: "nothing" }] }
          : body,
      ),
  ),
  fault(
    "second-pointer-unchecked",
    "memories.remember.provenance-item",
    "only the first provenance pointer is looked at",
    REMEMBER,
    () =>
      keeping((body) =>
        Array.isArray(body.derived_from) && body.derived_from.length > 1
          ? { ...body, derived_from: body.derived_from.slice(0, 1) }
          : body,
      ),
  ),
  fault(
    "second-scope-lost",
    "memories.remember.scope",
    "a decision goes to the caller's first scope",
    ["remember", "search-memories"],
    () => movingToFirstScope((call) => bodyMember(call, "kind") === "decision"),
  ),
  fault(
    "preset-moves-to-the-first-scope",
    "memories.remember.scope",
    "a memory with a preset goes to the caller's first scope",
    ["remember", "search-memories"],
    () => movingToFirstScope((call) => bodyMember(call, "ttl_preset") !== undefined),
  ),
  fault(
    "memory-long-not-found",
    "memories.remember.found",
    "long claims are not indexed",
    ["remember", "search-memories"],
    () => rules({ memories: { indexed: (_caller, { memory }) => memory.content.length <= 500 } }),
  ),
  fault(
    "memory-with-ttl-not-found",
    "memories.remember.found",
    "claims with a lifetime are not indexed",
    ["remember", "search-memories"],
    () => rules({ memories: { indexed: (_caller, { expiresAt }) => expiresAt === Infinity } }),
  ),
  fault(
    "memory-without-metadata-not-found",
    "memories.remember.found",
    "claims without metadata are not indexed",
    ["remember", "search-memories"],
    () => rules({ memories: { indexed: (_caller, { memory }) => Object.keys(memory.metadata).length > 0 } }),
  ),
  fault(
    "memory-certain-not-found",
    "memories.remember.found",
    "claims of no confidence are not indexed",
    ["remember", "search-memories"],
    () => rules({ memories: { indexed: (_caller, { memory }) => memory.confidence > 0.2 } }),
  ),
  fault(
    "refused-claim-confidence-kept",
    "memories.remember.refused-without-effect",
    "a claim that is refused for its confidence is kept",
    ["remember", "search-memories"],
    () =>
      rememberingAnyway(
        (call) => Number(bodyMember(call, "confidence")) > 1 || Number(bodyMember(call, "confidence")) < 0,
        ({ confidence: _confidence, ...body }) => body,
      ),
  ),
  fault(
    "refused-claim-kind-kept",
    "memories.remember.refused-without-effect",
    "a claim that is refused for its kind is kept as a fact",
    ["remember", "search-memories"],
    () =>
      rememberingAnyway(
        (call) => !["decision", "fact", "preference"].includes(String(bodyMember(call, "kind"))),
        (body) => ({ ...body, kind: "fact" }),
      ),
  ),
  fault(
    "refused-claim-metadata-kept",
    "memories.remember.refused-without-effect",
    "a claim that is refused for its metadata is kept without",
    ["remember", "search-memories"],
    () =>
      rememberingAnyway(
        (call) => JSON.stringify(bodyMember(call, "metadata") ?? {}).length > 4096,
        ({ metadata: _metadata, ...body }) => body,
      ),
  ),
  fault(
    "recalled-metadata-empty",
    "consistency.memory-views",
    "recalled memories show empty metadata",
    ["remember", "recall"],
    () => editingList("recall", "data.hits", (hits) => hits.map((hit) => ({ ...asObject(hit), metadata: {} }))),
  ),
  fault(
    "recalled-creation-is-now",
    "consistency.memory-views",
    "recalled memories show the time of the recall as their creation",
    ["remember", "recall"],
    () =>
      onSuccess("recall", (reply, { at }) =>
        editAt(reply.body, "data.hits[].created_at", () => new Date(at).toISOString()),
      ),
  ),
  fault(
    "recalled-kind-differs",
    "consistency.memory-views",
    "recalled preferences are shown as facts",
    ["remember", "recall"],
    () =>
      onSuccess("recall", (reply) =>
        editAt(reply.body, "data.hits[].kind", (kind) => (kind === "preference" ? "fact" : kind)),
      ),
  ),
  fault(
    "bootstrapped-content-cut",
    "consistency.memory-views",
    "a bootstrap shows the first 40 characters of a memory",
    ["remember", "bootstrap-context"],
    () =>
      onSuccess("bootstrap-context", (reply) => {
        for (const list of ["current_decisions", "active_constraints", "open_questions"])
          editAt(reply.body, `data.${list}[].content`, (text) => String(text).slice(0, 40));
      }),
  ),
  fault(
    "remember-why-non-ascii-refused",
    "memories.remember.context",
    "a reason with letters outside ASCII is refused",
    REMEMBER,
    () => refusingWhen("remember", (call) => /[^\x20-\x7e]/.test(String(bodyMember(call, "why") ?? ""))),
  ),
  fault(
    "remember-where-with-why-refused",
    "memories.remember.context",
    "where, why and an identity together are refused",
    REMEMBER,
    () =>
      refusingWhen("remember", (call) =>
        ["where", "why", "stated_by_identity_id"].every((name) => bodyMember(call, name) !== undefined),
      ),
  ),
  fault(
    "remember-three-pointers-refused",
    "memories.remember.succeeds",
    "a claim with more than two provenance pointers is refused",
    REMEMBER,
    () =>
      refusingWhen("remember", (call) => {
        const from = bodyMember(call, "derived_from");
        return Array.isArray(from) && from.length > 2;
      }),
  ),
];

/** Keeps a refused claim in another form, and still answers the refusal. */
function rememberingAnyway(concerned: (call: Call) => boolean, mended: (body: JsonObject) => JsonObject): Change {
  return together({
    around: (call, next) => {
      const reply = next();
      if (call.operation !== "remember" || reply.status !== 400 || !concerned(call)) return reply;
      editBody(call, mended);
      next();
      return reply;
    },
  });
}

/** Writes some claims to the caller's first scope, whichever they name. */
function movingToFirstScope(concerned: (call: Call) => boolean): Change {
  return onCall("remember", (call) => {
    const key = ownKey(call);
    const [first] = key?.workspace.directory.scopesOf("CAN_WRITE", key.agent.id) ?? [];
    const scope = String(bodyMember(call, "scope_id"));
    if (first !== undefined && concerned(call) && key?.workspace.directory.may("CAN_WRITE", scope, key.agent.id))
      editBody(call, (body) => ({ ...body, scope_id: first }));
  });
}

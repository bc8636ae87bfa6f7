import { createHash } from "node:crypto";
import type { JsonObject } from "../../../spec/json.ts";
import { asObject, isObject } from "../../../spec/json.ts";
import { statusOf as httpStatus } from "../../client/exchange.ts";
import type { CaseContext, CheckContext, Observer } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { wordOf } from "../../models/words.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { lifetimesOf } from "../../verifiers/expect-lifetime.ts";
import { memoryAt } from "../../verifiers/memory.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { type ObservedAnswer, openPointObserver, outcomeOf } from "../observe.ts";
import { claimInput, contentOf, remember, requestMemory } from "./claims.ts";
import type { MemoryFixtures } from "./population.ts";

const REMEMBER = { operations: ["remember"], writes: true } as const;

/** Observers of the open points of claims. */
export function claimObservers(memoryFixtures: MemoryFixtures): Observer[] {
  return [
    openPointObserver("remember.scope-omitted", REMEMBER, scopeOmitted),
    openPointObserver("remember.write-permission", { ...REMEMBER, fixtures: ["unreadableScope"] }, writePermission),
    openPointObserver("remember.unknown-provenance", REMEMBER, unknownProvenance),
    openPointObserver("remember.provenance-kinds", REMEMBER, provenanceKinds),
    openPointObserver("remember.default-confidence", REMEMBER, async (check) =>
      defaultOf(await memoryFixtures(check), "confidence"),
    ),
    openPointObserver("remember.default-ttl", REMEMBER, defaultLifetime),
    openPointObserver("remember.shortest-ttl", REMEMBER, lifetimesAccepted),
    openPointObserver("remember.metadata-measure", REMEMBER, metadataMeasure),
    openPointObserver("remember.duplicate", REMEMBER, duplicate),
    openPointObserver("remember.content-hash", REMEMBER, contentHash),
    openPointObserver("remember.context-shown", { ...REMEMBER, operations: ["remember", "recall"] }, contextShown),
    openPointObserver("memories.first-status", REMEMBER, async (check) =>
      defaultOf(await memoryFixtures(check), "status"),
    ),
    openPointObserver("memories.first-version", REMEMBER, async (check) =>
      defaultOf(await memoryFixtures(check), "version"),
    ),
    openPointObserver(
      "memories.reinforcement",
      { ...REMEMBER, operations: ["recall", "search-memories"] },
      reinforcement,
    ),
  ];
}

/** Returns the outcome of a claim as a short text. */
async function outcomeOfClaim(check: CaseContext, members: JsonObject): Promise<string> {
  const answer = await requestMemory(check, members);
  requireResponse(answer);
  return outcomeOf(answer);
}

async function scopeOmitted(check: CheckContext): Promise<ObservedAnswer> {
  const { body, ...input } = await claimInput(check, { content: contentOf(check, "without a scope") });
  const { scope_id: _, ...otherMembers } = asObject(body);
  const answer = await check.call("remember", { ...input, body: otherMembers });
  requireResponse(answer);
  return { answer: statusAndCode(answer), evidence: "a claim without scope_id" };
}

async function writePermission(check: CheckContext): Promise<ObservedAnswer> {
  const scope_id = check.context.target.fixtures.unreadableScope ?? "";
  const answer = await outcomeOfClaim(check, { scope_id, content: contentOf(check, "for a foreign scope") });
  return { answer, evidence: "a claim for a scope that the caller may not read" };
}

async function unknownProvenance(check: CheckContext): Promise<ObservedAnswer> {
  const id = absentId(await check.reference("message"), "provenance");
  const answer = await outcomeOfClaim(check, { derived_from: [{ id }], content: contentOf(check, "from nowhere") });
  return { answer, evidence: "a claim that is derived from an id that nobody has" };
}

async function provenanceKinds(check: CheckContext): Promise<ObservedAnswer> {
  const answers: string[] = [];
  for (const kind of ["message", "memory", "task"] as const) {
    const id = await check.reference(kind);
    const answer = await outcomeOfClaim(check, { derived_from: [{ id }], content: contentOf(check, `from a ${kind}`) });
    answers.push(`${kind}: ${answer}`);
  }
  return { answer: answers.join(", "), evidence: "claims derived from each" };
}

type Population = Awaited<ReturnType<MemoryFixtures>>;

/** Returns the value of a field of a memory that was created without it. */
function defaultOf({ members }: Population, field: string): ObservedAnswer | null {
  const created = members.find((member) => !(field in member.created.requested))?.created;
  if (created === undefined) return null;
  return {
    answer: JSON.stringify(created.memory[field] ?? null),
    evidence: `${field} of a memory that was just created`,
  };
}

async function defaultLifetime(check: CheckContext): Promise<ObservedAnswer | null> {
  const { requested, memory } = await remember(check, "without a lifetime");
  if ("ttl_seconds" in requested || "ttl_preset" in requested) return null;
  const [lifetime] = lifetimesOf(memory);
  const answer = lifetime ? `${lifetime.seconds / 86_400} days` : "no expiry is shown";
  return { answer, evidence: "a claim without a lifetime" };
}

async function lifetimesAccepted(check: CheckContext): Promise<ObservedAnswer> {
  const answers: string[] = [];
  for (const ttl_seconds of [0, 1, 31_536_001, 3_153_600_001]) {
    const answer = await requestMemory(check, { ttl_seconds, content: contentOf(check, `living ${ttl_seconds}`) });
    const shownSeconds = requireResponse(answer).status === 200 ? valueAt(answer, "/data/ttl_seconds") : undefined;
    const suffix = typeof shownSeconds === "number" && shownSeconds !== ttl_seconds ? ` as ${shownSeconds}` : "";
    answers.push(`${ttl_seconds}: ${outcomeOf(answer)}${suffix}`);
  }
  return { answer: answers.join(", "), evidence: "claims with these lifetimes in seconds" };
}

/**
 * Tries sizes, in bytes of compact JSON, between the two interpretations of 4 KB: in ASCII, and in characters of three
 * bytes.
 */
async function metadataMeasure(check: CheckContext): Promise<ObservedAnswer> {
  const answers: string[] = [];
  for (const size of [4000, 4001, 4096]) {
    const note = "x".repeat(size - '{"note":""}'.length);
    const answer = await outcomeOfClaim(check, { metadata: { note }, content: contentOf(check, `sized ${size}`) });
    answers.push(`${size} bytes: ${answer}`);
  }
  const note = "漢".repeat(1200);
  const outcomeOfWide = await outcomeOfClaim(check, { metadata: { note }, content: contentOf(check, "sized wide") });
  return {
    answer: [...answers, `3,611 bytes of UTF-8, 7,211 as escapes: ${outcomeOfWide}`].join(", "),
    evidence: "claims with metadata of these sizes",
  };
}

async function duplicate(check: CheckContext): Promise<ObservedAnswer> {
  const content = contentOf(check, "said twice");
  const memory = await remember(check, "said twice", { content });
  const answer = await requestMemory(check, { content });
  requireResponse(answer);
  if (httpStatus(answer) !== 200) return { answer: statusAndCode(answer), evidence: "the same claim again" };
  const same = valueAt(answer, "/data/id") === memory.id;
  return { answer: same ? "the same memory again" : "a second memory", evidence: "the same claim again" };
}

async function contentHash(check: CheckContext): Promise<ObservedAnswer> {
  const { memory, requested } = await remember(check, "hashed");
  const hash = memory.content_hash;
  if (typeof hash !== "string") return { answer: "no hash is shown", evidence: "a new memory" };
  const known = ["sha256", "sha1", "md5", "sha512"].find((name) => {
    const digest = createHash(name).update(String(requested.content));
    return [digest.copy().digest("hex"), digest.copy().digest("base64")].includes(hash);
  });
  return { answer: known ?? `${hash.length} characters of an unknown kind`, evidence: "the hash of a new memory" };
}

async function contextShown(check: CheckContext): Promise<ObservedAnswer> {
  const [where, why] = [wordOf(check.context, "shown where"), wordOf(check.context, "shown why")];
  const { id, response } = await remember(check, "with a context", { where, why });
  const recalled = await check.call("recall", { body: { seed_id: id, depth: 1, expand: ["provenance", "related"] } });
  const places = { remember: response, recall: recalled };
  const shown = Object.entries(places).flatMap(([operation, exchange]) => {
    const text = JSON.stringify(valueAt(exchange, "/data") ?? null);
    return [where, why].every((word) => text.includes(word)) ? [operation] : [];
  });
  return {
    answer: shown.length > 0 ? `by ${shown.join(" and ")}` : "by no field",
    evidence: "words of where and why in responses",
  };
}

async function reinforcement(check: CheckContext): Promise<ObservedAnswer> {
  const created = await remember(check, "reinforced");
  const query = created.requested.content ?? null;
  const recalls = [await check.call("recall", { body: { query } }), await check.call("recall", { body: { query } })];
  const seen = recalls.map((exchange) => {
    const hits = valueAt(exchange, "/data/hits");
    const index = Array.isArray(hits) ? hits.findIndex((hit) => isObject(hit) && hit.id === created.id) : -1;
    return index < 0 ? null : memoryAt(exchange, `/data/hits/${index}`);
  });
  const last = seen.findLast((memory) => memory !== null);
  if (!last) return { answer: "the memory was not shown again", evidence: "a memory that was recalled" };
  const changed = ["version", "last_reinforced_at"].filter((field) => last[field] !== created.memory[field]);
  return {
    answer: changed.length > 0 ? `changes ${changed.join(" and ")}` : "changes neither",
    evidence: "version and last_reinforced_at after two recalls",
  };
}

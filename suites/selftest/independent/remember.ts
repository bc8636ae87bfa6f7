import { type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { DAY, SECOND } from "./clock.ts";
import { link } from "./links.ts";
import { memoryView } from "./memory-view.ts";
import { serializedSize } from "./metadata.ts";
import { refuse } from "./refusal.ts";
import { bag, isJsonObject, type JsonObject } from "./shape.ts";
import { canCite, isIdentity, readsScope } from "./visibility.ts";
import type { Memory } from "./world.ts";

/** Kinds of memories. */
export const KINDS = ["decision", "fact", "preference"] as const;

function remember(call: Call): Outcome {
  const { input, world } = call;
  const claim = readClaim(call);
  const lifetime = readLifetime(call);
  const metadata = readMetadata(call);
  const sources = readSources(call);
  input.end();
  const memory = assemble(call, { ...claim, ...lifetime, metadata });
  world.memories.add(memory);
  for (const source of sources) link(call, memory, source);
  return { data: memoryView(call, memory) };
}

type Claim = Pick<
  Memory,
  "scope" | "kind" | "content" | "confidence" | "origin" | "ttl" | "rawTtl" | "expires" | "metadata" | "statedBy"
>;

function assemble({ ids, caller, place, clock, choices }: Call, claim: Claim): Memory {
  return {
    ...claim,
    id: ids.next("memory"),
    workspace: caller.workspace,
    place: place(),
    status: choices.liberties.proposed ? "proposed" : "current",
    version: choices.memories.firstVersion,
    created: clock.now(),
  };
}

function readClaim(call: Call) {
  const { input, choices } = call;
  const content = input.text("content", { min: 1 }) ?? refuse("invalid", "content is missing");
  const kind = input.oneOf("kind", KINDS);
  const statedBy = input.id("stated_by_identity_id");
  if (statedBy !== undefined && !isIdentity(call, statedBy)) notThere(call, "identity", statedBy);
  return {
    content,
    kind: kind ?? choices.memories.kind,
    scope: readScope(call),
    confidence: readConfidence(call),
    statedBy,
    origin: bag({ where: input.text("where"), why: input.text("why"), statedBy }),
  };
}

function readScope(call: Call): string {
  const { input, world, caller } = call;
  const id = input.id("scope_id");
  const scope = id === undefined ? world.scopes.rows().find((one) => readsScope(one, caller)) : world.scopes.find(id);
  if (!scope || scope.workspace !== caller.workspace) return notThere(call, "scope", id ?? "");
  return readsScope(scope, caller) ? scope.id : refuse("denied", "no access to this scope");
}

function readConfidence({ input, choices }: Call): number {
  return input.number("confidence", { min: 0, max: 1 }) ?? choices.memories.confidence;
}

function readLifetime({ input, choices, clock }: Call) {
  const { presets, shortestTtl, defaultDays } = choices.memories;
  const seconds = input.integer("ttl_seconds", { min: shortestTtl, max: 2 ** 31 });
  const named = input.oneOf("ttl_preset", Object.keys(presets));
  if (seconds !== undefined && named !== undefined) {
    refuse("exclusive", "ttl_seconds and ttl_preset exclude each other");
  }
  const days = named === undefined ? defaultDays : (presets[named] ?? 30);
  const ttl = seconds ?? (days > 0 ? days * 86_400 : undefined);
  return {
    ttl,
    rawTtl: seconds !== undefined,
    expires: ttl === undefined ? undefined : clock.exact() + (seconds === undefined ? days * DAY : seconds * SECOND),
  };
}

function readMetadata({ input, choices }: Call): JsonObject | undefined {
  const metadata = input.object("metadata");
  if (metadata === undefined) return undefined;
  const { size, limit } = serializedSize(metadata, choices.memories.size);
  if (size <= limit) return metadata;
  return refuse("too-large", `metadata has ${size} bytes, more than ${limit}`, { field: "metadata" });
}

function readSources(call: Call): string[] {
  const { input, choices } = call;
  const listed = input.list("derived_from");
  if (listed === undefined || listed.length === 0) return refuse("invalid", "a memory needs provenance");
  return listed.flatMap((item) => {
    if (!isJsonObject(item) || typeof item.id !== "string" || Object.keys(item).length !== 1) {
      return refuse("invalid", "derived_from: objects with an id expected");
    }
    return canCite(call, item.id) ? [item.id] : refuse(choices.recall.derivedFrom, "no such source", { id: item.id });
  });
}

/** remember. */
export const remembering: readonly Operation[] = [{ name: "remember", method: "POST", family: "sdk", run: remember }];

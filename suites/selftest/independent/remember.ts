import { type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { DAY, SECOND } from "./clock.ts";
import { link } from "./links.ts";
import { memoryView } from "./memory-view.ts";
import { distorted, serializedSize } from "./metadata.ts";
import { refuse } from "./refusal.ts";
import { bag, isJsonObject, type JsonObject } from "./shape.ts";
import { canCite, isIdentity, readsScope } from "./sight.ts";
import type { Memory } from "./world.ts";

/** Kinds of memories. */
export const KINDS = ["decision", "fact", "preference"] as const;

function remember(call: Call): Outcome {
  const { input, world, isMutated } = call;
  const claim = readClaim(call);
  const lifetime = readLifetime(call);
  const metadata = readMetadata(call);
  const sources = readSources(call);
  input.end();
  const memory = assemble(call, { ...claim, ...lifetime, metadata });
  if (claim.origin.why !== undefined && isMutated("remember.not-stored-with-why"))
    return { data: memoryView(call, memory) };
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
  const { input, choices, isMutated } = call;
  const content = input.text("content", { min: 1 }) ?? refuse("invalid", "content is missing");
  const kind = isMutated("remember.kind-unknown") ? input.text("kind") : input.oneOf("kind", KINDS);
  const statedBy = input.id("stated_by_identity_id");
  if (statedBy !== undefined && !isIdentity(call, statedBy)) notThere(call, "identity", statedBy);
  return {
    content: isMutated("remember.content-cut") ? content.slice(0, 500) : content,
    kind: kind === "preference" && isMutated("remember.kind-lost") ? "fact" : (kind ?? choices.memories.kind),
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

function readConfidence({ input, choices, isMutated }: Call): number {
  const slack = isMutated("remember.confidence-above") ? 1.01 : 1;
  const upper = isMutated("remember.confidence-percent") ? 100 : slack;
  const given = input.number("confidence", { min: isMutated("remember.confidence-below") ? -1 : 0, max: upper });
  if (given === 1 && isMutated("remember.confidence-one")) refuse("invalid", "confidence has to be below 1");
  if (given === undefined || (given === 0 && isMutated("remember.confidence-zero"))) return choices.memories.confidence;
  return isMutated("remember.confidence-rounded") ? Math.round(given * 10) / 10 : given;
}

function readLifetime({ input, choices, clock, isMutated }: Call) {
  const { presets, shortestTtl, defaultDays } = choices.memories;
  const seconds = input.integer("ttl_seconds", { min: shortestTtl, max: 2 ** 31 });
  const named = isMutated("remember.preset-unknown")
    ? input.text("ttl_preset")
    : input.oneOf("ttl_preset", Object.keys(presets));
  if (seconds !== undefined && named !== undefined && !isMutated("remember.both-lifetimes")) {
    refuse("exclusive", "ttl_seconds and ttl_preset exclude each other");
  }
  const days = named === undefined ? defaultDays : (plantedDays(isMutated, named) ?? presets[named] ?? 30);
  const ttl = seconds ?? (days > 0 ? days * 86_400 : undefined);
  return {
    ttl,
    rawTtl: seconds !== undefined,
    expires: ttl === undefined ? undefined : clock.exact() + (seconds === undefined ? days * DAY : seconds * SECOND),
  };
}

function plantedDays(isMutated: Call["isMutated"], preset: string): number | undefined {
  if (preset === "STABLE" && isMutated("remember.preset-month")) return 30;
  return preset !== "VOLATILE" && isMutated("remember.presets-alike") ? 90 : undefined;
}

function readMetadata({ input, choices, isMutated }: Call): JsonObject | undefined {
  const metadata = input.object("metadata");
  if (metadata === undefined) return undefined;
  const { size, limit } = serializedSize(metadata, choices.memories.size, isMutated);
  if (size <= limit) return distorted(metadata, isMutated);
  if (isMutated("remember.metadata-cut")) return {};
  return refuse("too-large", `metadata has ${size} bytes, more than ${limit}`, { field: "metadata" });
}

function readSources(call: Call): string[] {
  const { input, isMutated, choices } = call;
  const listed = input.list("derived_from");
  const nothing =
    (listed === undefined && isMutated("remember.no-provenance")) ||
    (listed?.length === 0 && isMutated("remember.empty-provenance"));
  if (nothing) return [];
  if (listed === undefined || listed.length === 0) return refuse("invalid", "a memory needs provenance");
  return listed.flatMap((item) => {
    if (isJsonObject(item) && item.id === undefined && isMutated("remember.provenance-without-id")) return [];
    if (!isJsonObject(item) || typeof item.id !== "string" || Object.keys(item).length !== 1) {
      return refuse("invalid", "derived_from: objects with an id expected");
    }
    return canCite(call, item.id) ? [item.id] : refuse(choices.recall.derivedFrom, "no such source", { id: item.id });
  });
}

/** remember. */
export const remembering: readonly Operation[] = [{ name: "remember", method: "POST", family: "sdk", run: remember }];

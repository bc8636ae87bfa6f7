import { createHash } from "node:crypto";
import type { ValuesOf } from "../../http/fields.ts";
import { rejection } from "../../rejection.ts";
import { requireQuota } from "../../require-quota.ts";
import type { RuledCaller } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { rememberFields } from "./fields.ts";
import { link, nodeType } from "./graph.ts";
import type { Memory, StoredMemory } from "./model.ts";
import { writableScope } from "./scopes.ts";

type Claim = ValuesOf<typeof rememberFields>;

/** Stores a claim as a memory, linked to its source. */
export function remember(caller: RuledCaller, claim: Claim): Memory {
  const { memories: rules } = caller.rules;
  if (!rules.oneLifetime(claim.ttl_seconds !== undefined, claim.ttl_preset !== undefined)) {
    throw rejection("exclusive-input", "ttl_seconds and ttl_preset cannot be given together", {
      suggestion: "Give ttl_seconds or ttl_preset, or neither for a memory that never expires.",
    });
  }
  writableScope(caller, claim.scope_id);
  for (const id of claim.derived_from) rules.mayDeriveFrom(caller, id);
  const earlier = rules.madeBefore(caller, claim);
  if (earlier !== null) return earlier;
  requireQuota(caller, "memories");
  const stored = caller.workspace.memories.add(newMemory(caller, claim), claim.scope_id, caller.now);
  linkProvenance(caller, stored, claim);
  return stored.memory;
}

function newMemory(caller: RuledCaller, claim: Claim): Memory {
  const { service, workspace, now, rules } = caller;
  const createdAt = isoInstant(now);
  const { presetSeconds, keptMetadata } = rules.memories;
  const ttl = claim.ttl_seconds ?? (claim.ttl_preset === undefined ? null : (presetSeconds[claim.ttl_preset] ?? null));
  return {
    id: service.ids.uuid(workspace, "memory"),
    org_id: workspace.orgId,
    kind: claim.kind,
    status: "current",
    content: claim.content,
    confidence: claim.confidence,
    version: 1,
    ttl_seconds: ttl,
    created_at: createdAt,
    last_reinforced_at: createdAt,
    expires_at: ttl === null ? null : isoInstant(now + ttl * 1000),
    invalidated_at: null,
    invalidated_by: null,
    invalidated_reason: null,
    content_hash: createHash("sha256").update(claim.content).digest("hex"),
    metadata: keptMetadata(claim.metadata),
  };
}

function linkProvenance(caller: RuledCaller, { memory, scopeId }: StoredMemory, claim: Claim): void {
  const { where, why, stated_by_identity_id } = claim;
  const told = Object.entries({ where, why, stated_by_identity_id }).filter(([, value]) => value !== undefined);
  const properties = told.length === 0 ? {} : { metadata: Object.fromEntries(told) };
  const from = { id: memory.id, type: "memory" };
  for (const id of new Set(claim.derived_from)) {
    link(caller, from, { id, type: nodeType(caller.workspace, id) }, "DERIVED_FROM", properties);
  }
  link(caller, from, { id: scopeId, type: "scope" }, "IN_SCOPE");
  link(caller, { id: caller.agent.identityId, type: "identity" }, from, "AUTHORED");
  if (stated_by_identity_id !== undefined) {
    link(caller, from, { id: stated_by_identity_id, type: "identity" }, "STATED_BY");
  }
}

import type { Bench } from "./call.ts";
import { bag, type JsonObject } from "./shape.ts";
import type { Memory } from "./world.ts";

/** Returns the current status of a memory: after its lifetime it has expired, whatever is stored. */
export function statusNow({ clock, choices }: Bench, memory: Memory): string {
  const over = memory.expires !== undefined && memory.expires <= clock.exact() && !choices.liberties.lateExpiry;
  return over && ["current", "proposed"].includes(memory.status) ? "expired" : memory.status;
}

/** Returns a memory as responses show it: members without a value are absent. */
export function memoryView(bench: Bench, memory: Memory): JsonObject {
  const { clock, choices, world } = bench;
  const { lifetime, emptyMetadata } = choices.memories;
  const seconds = lifetime === "seconds" || memory.rawTtl ? memory.ttl : undefined;
  return bag({
    scope: memory.scope,
    origin: memory.origin,
    content: memory.content,
    id: memory.id,
    org_id: world.workspaces.find(memory.workspace)?.org,
    kind: memory.kind,
    status: statusNow(bench, memory),
    version: memory.version,
    confidence: memory.confidence,
    ttl_seconds: seconds,
    created_at: clock.write(memory.created),
    expires_at: lifetime === "instant" && memory.expires !== undefined ? clock.write(memory.expires) : undefined,
    invalidated_at: memory.invalidated === undefined ? undefined : clock.write(memory.invalidated),
    metadata: memory.metadata ?? (emptyMetadata ? {} : undefined),
  });
}

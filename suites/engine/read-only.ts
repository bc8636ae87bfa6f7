import type { Operation } from "../../spec/document/model.ts";
import type { WireRequest } from "../client/exchange.ts";
import { Skipped } from "../outcome/skipped.ts";
import { keysOf } from "../target/fixtures.ts";
import type { ResolvedTarget } from "../target/types.ts";

/** Throws Skipped for a request that a run may not send. */
export type Guard = (operation: Operation | null, request: WireRequest) => void;

/**
 * Holds a read-only run to its word, whatever a check or the making of what it needs would send: nothing but reads goes
 * out with a key that opens something. What has to be rejected for its credentials does go out: it leaves no trace.
 */
export function readOnlyGuard(target: Pick<ResolvedTarget, "apiKey" | "fixtures">): Guard {
  const opening = new Set(keysOf(target).map((key) => `Bearer ${key}`));
  return (operation, request) => {
    if (operation?.effect === "read" && request.method === operation.method) return;
    const isUpload = operation === null && request.method !== "GET";
    if (!isUpload && !opening.has(request.headers.authorization ?? "")) return;
    throw new Skipped("something must be created first, and the run is read-only");
  };
}

import type { Operation } from "../../spec/document/model.ts";
import type { WireRequest } from "../client/exchange.ts";
import { Skipped } from "../outcome/skipped.ts";
import { keysOf } from "../target/fixtures.ts";
import type { ResolvedTarget } from "../target/types.ts";

/** Throws Skipped for a request that the run may not send. */
export type Guard = (operation: Operation | null, request: WireRequest) => void;

/**
 * Returns the guard of a read-only run: with a valid key only reads are sent, whatever checks and their resources need.
 * Requests that must be rejected for their credentials are sent, since they leave no trace.
 */
export function readOnlyGuard(target: Pick<ResolvedTarget, "apiKey" | "fixtures">): Guard {
  const ownHeaders = new Set(keysOf(target).map((key) => `Bearer ${key}`));
  return (operation, request) => {
    if (operation?.effect === "read" && request.method === operation.method) return;
    const isUpload = operation === null && request.method !== "GET";
    if (!isUpload && !ownHeaders.has(request.headers.authorization ?? "")) return;
    throw new Skipped("something must be created first, and the run is read-only");
  };
}

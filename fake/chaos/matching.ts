import { globMatcher } from "../../spec/glob.ts";
import type { Call } from "../http/call.ts";
import { familyOf } from "../http/exchange-io.ts";
import { OPERATIONS } from "../operations.ts";
import { ownKey } from "../overrides/identities.ts";
import type { ChaosRule } from "./rule.ts";

/** Operations that change nothing, and so can be served from an earlier state. */
const READS = new Set([
  "get-messages",
  "search-messages",
  "list-tasks",
  "search-memories",
  "recall",
  "bootstrap-context",
]);

/** The names of presigned URLs, in addition to the operations of the API. */
const TRANSFERS = ["upload-bytes", "download-bytes"];

/** Everything that a rule can name as an operation. */
export const OPERATION_NAMES: readonly string[] = [...OPERATIONS.map(({ id }) => id), ...TRANSFERS];

/** Returns true for an operation that only reads. */
export function isRead(operation: string | null): boolean {
  return operation !== null && READS.has(operation);
}

/** Returns true for an operation of the sdk family. */
export function isSdk(operation: string): boolean {
  return OPERATIONS.some(({ id, path }) => id === operation && familyOf(path) === "sdk");
}

/** Returns true for a transfer of bytes by a presigned URL. */
export function isTransfer(operation: string | null): boolean {
  return operation !== null && TRANSFERS.includes(operation);
}

/** Returns a test for the operations to which the effect of a rule applies. */
export function applicableTo({ stale, cutUploadAt, malformed }: ChaosRule): (operation: string | null) => boolean {
  if (stale !== undefined) return isRead;
  if (cutUploadAt !== undefined) return (operation) => operation === "upload-bytes";
  if (malformed !== undefined) return (operation) => !isTransfer(operation);
  return () => true;
}

/** Returns a test for the calls that a rule concerns. */
export function matcherOf(rule: ChaosRule): (call: Call) => boolean {
  const sensible = applicableTo(rule);
  const named = rule.operation === undefined ? null : operationMatcher(rule.operation);
  const path = rule.path === undefined ? null : globMatcher(rule.path);
  const method = rule.method?.toUpperCase() ?? null;
  const headers = Object.entries(rule.headers ?? {}).map(
    ([name, glob]) => [name.toLowerCase(), globMatcher(glob)] as const,
  );
  return (call) =>
    sensible(call.operation) &&
    (named === null || (call.operation !== null && named(call.operation))) &&
    (method === null || call.method === method) &&
    (path === null || path(call.path)) &&
    headers.every(([name, matches]) => hasHeader(call, name, matches)) &&
    (rule.agent === undefined || isBy(call, rule.agent));
}

/** Returns a test for operations by an id, a glob, or several of them. */
export function operationMatcher(wanted: string | readonly string[]): (operation: string) => boolean {
  const matchers = [wanted].flat().map(globMatcher);
  return (operation) => matchers.some((matches) => matches(operation));
}

function hasHeader({ headers }: Call, name: string, matches: (value: string) => boolean): boolean {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return value !== undefined && [value].flat().some(matches);
}

function isBy(call: Call, agent: string): boolean {
  const caller = ownKey(call)?.agent;
  return caller !== undefined && (caller.id === agent || caller.name === agent);
}

import type { Call, Exchange, RequestBody } from "../../http/call.ts";
import { connectionOf } from "../../http/connections.ts";
import { ownKey } from "../../overrides/identities.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { Service } from "../../service.ts";
import { hintFor } from "../hints/hint.ts";
import { unknownInputs } from "../hints/inputs.ts";
import type { JournalBody, JournalCredentials, JournalEntry, JournalTiming } from "./entry.ts";
import { outcomeOf } from "./filter.ts";
import type { JournalOperation } from "./operations.ts";
import { paginationOf } from "./pagination.ts";
import { beginningOf, redacted, wholeWords } from "./redact.ts";
import type { StoredBody, StoredEntry } from "./stored-entry.ts";

const NO_QUERY = new URLSearchParams();

/** Takes down an exchange; bodies of more than `limit` characters are cut. */
export function toStoredEntry(
  number: number,
  { call, reply, text, status, durationMs }: Exchange,
  limit: number,
): StoredEntry {
  const { at, method, path, query, operation, rejection, rule, requestId } = call;
  const { workspace, agent } = partiesOf(call);
  const rejected = rejection !== null || (status !== null && status >= 400);
  return {
    number,
    at,
    timing: timingOf(call, durationMs),
    durationMs,
    method,
    path,
    query: query.size === 0 ? NO_QUERY : query,
    operation,
    workspace,
    agent,
    credentials: credentialsOf(call),
    status,
    code: rejected ? codeOf(reply?.body) : null,
    retryAfter: rejected ? secondsOf(reply?.headers["Retry-After"]) : null,
    page: rejected ? null : paginationOf(reply?.body),
    rule,
    why: whyOf(call, status),
    hint: hintFor(call, reply),
    notes: unknownInputs(call),
    requestId,
    request: keptRequest(call.body, limit),
    response: text === "" ? null : storedText(text, limit),
  };
}

/** Returns whose request it is: the caller's, or that of the file of a presigned URL. */
function partiesOf(call: Call): Pick<StoredEntry, "workspace" | "agent"> {
  const { operation, path, service, step } = call;
  if (step !== undefined) return step;
  // A chaos rule responds before the key is checked.
  const caller = call.caller ?? ownKey(call);
  if (caller !== undefined) return { workspace: caller.workspace.id, agent: caller.agent };
  if (operation !== "upload-bytes" && operation !== "download-bytes") return { workspace: null, agent: null };
  const [, , workspaceId = "", fileId = ""] = path.split("/");
  const workspace = service.workspaces.get(workspaceId);
  const requester = workspace?.files.get(fileId)?.requesterId;
  return { workspace: workspace?.id ?? null, agent: workspace?.directory.agents.get(requester ?? "") ?? null };
}

function timingOf({ connection }: Call, durationMs: number): JournalTiming {
  const { number, openedMs, closedMs } = connectionOf(connection);
  const now = performance.now();
  return {
    connection: number,
    connectedMs: openedMs,
    arrivedMs: now - durationMs,
    endedMs: closedMs ?? now,
  };
}

function credentialsOf(call: Call): JournalCredentials {
  if (call.caller !== null) return "known";
  if (call.headers.authorization === undefined) return "none";
  return ownKey(call) === undefined ? "unknown" : "known";
}

/** Returns the seconds of a Retry-After header; null without one, and for a date, which the fake never sends. */
function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : null;
}

function whyOf({ rejection, rule, cut }: Call, status: number | null): string | null {
  if (rejection !== null) return rejection.message;
  if (rule === null || (status !== null && status < 400 && !cut)) return null;
  return `The rule "${rule}" that disturbs clients acted on it`;
}

function codeOf(body: unknown): string | null {
  const code = (body as { readonly error?: { readonly code?: unknown } } | undefined)?.error?.code;
  return typeof code === "string" ? code : null;
}

/** Returns the body as sent; null if its text is unknown. */
function keptRequest(body: RequestBody, limit: number): StoredBody {
  if (body.kind === "none" || body.kind === "gone") return null;
  return storedText(body.text ?? (body.kind === "unreadable" ? body.problem : ""), limit);
}

function storedText(text: string, limit: number): StoredBody {
  return text.length <= limit ? { text } : { beginning: beginningOf(text, limit) };
}

/** Returns the entry as it is shown. */
export function toJournalEntry(service: Service, kept: StoredEntry): JournalEntry {
  const { number, method, operation, workspace, agent, credentials, status, code, rule, why, hint, requestId } = kept;
  const clean = (text: string) => redacted(service, text);
  return {
    number,
    time: isoInstant(kept.at),
    timing: kept.timing,
    durationMs: Math.round(kept.durationMs * 100) / 100,
    method,
    path: clean(kept.path),
    query: shownQuery(kept.query, clean),
    operation: operation as JournalOperation | null,
    workspace,
    agent: agent === null ? null : { id: agent.id, name: agent.name },
    credentials,
    status,
    outcome: outcomeOf(status),
    code,
    retryAfter: kept.retryAfter,
    page: kept.page,
    rule,
    why: why === null ? null : clean(why),
    hint: hint === null ? null : clean(hint),
    notes: kept.notes.map(clean),
    requestId,
    request: shownBody(kept.request, clean),
    response: shownBody(kept.response, clean),
  };
}

function shownQuery(query: URLSearchParams, clean: (text: string) => string): JournalEntry["query"] {
  const pairs = [...new Set(query.keys())].map((name) => {
    const values = query.getAll(name).map((value) => (name === "signature" ? "[signature]" : clean(value)));
    return [clean(name), values.length === 1 ? (values[0] ?? "") : values] as const;
  });
  return Object.fromEntries(pairs);
}

function shownBody(body: StoredBody, clean: (text: string) => string): JournalBody | null {
  if (body === null) return null;
  if ("beginning" in body) return { content: clean(wholeWords(body.beginning)), cut: true };
  return { content: parsed(clean(body.text)), cut: false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

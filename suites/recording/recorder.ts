import { closeSync, openSync, writeSync } from "node:fs";
import { withoutCredentials } from "../../spec/credentials.ts";
import { textsIn } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import type { Redactor } from "../client/redact.ts";
import type { History, HistoryEntry } from "../knowledge/history.ts";
import type { KnowledgeContext } from "../knowledge/knowledge.ts";
import { isKeptWhole, kept, withoutBody } from "../outcome/kept-exchange.ts";
import { FIXTURE_PATHS, fixtureAt, putFixture } from "../target/fixtures.ts";
import type { ResolvedTarget } from "../target/types.ts";
import {
  type Caller,
  FORMAT,
  KEY,
  MAX_BYTES,
  type RecordedExchange,
  type RecordedResponse,
  type RecordingHead,
} from "./recording-format.ts";
import { createForeignRedactor } from "./redact-foreign.ts";

/** The data at the end of a run. */
export interface Ended {
  readonly context: KnowledgeContext;
  readonly startedAt: Date;
  readonly budget: string;
  readonly settlingMs: number;
  readonly redactor: Redactor;
  readonly isOwn: (text: string) => boolean;
}

/** Records the exchanges of a run, to be written at its end: only then are its own resources known. */
export interface Recorder {
  /** Returns the same history, which also records everything that it notes. */
  over(history: History): History;
  /** Writes the recording. Throws as the file system does. */
  write(path: string, ended: Ended): void;
}

type Noted = HistoryEntry & { readonly operation: string };

/** Creates an empty recording. */
export function createRecorder(): Recorder {
  const all: Noted[] = [];
  return {
    over: (history) => recorded(history, all),
    write(path, ended) {
      const file = openSync(path, "w", 0o600);
      try {
        writeAll((line) => writeSync(file, `${line}\n`), all, ended);
      } finally {
        closeSync(file);
      }
    },
  };
}

function recorded(history: History, all: Noted[]): History {
  return {
    ...history,
    note(operation, past) {
      const isWhole = isKeptWhole(past.exchange);
      const exchange = isWhole ? kept(past.exchange) : withoutBody(past.exchange);
      all.push({ ...past, operation: operation.id, exchange, isComplete: isWhole });
      history.note(operation, past);
    },
    keepingAll: () => recorded(history.keepingAll(), all),
  };
}

/** Writes all lines. A line is masked as a whole, since any part of it may contain secrets. */
function writeAll(put: (line: string) => void, all: readonly Noted[], ended: Ended): void {
  const { context, redactor } = ended;
  const named = new Set(textsIn(context.target.fixtures));
  const requested = new Set(
    all.flatMap(({ input }) => textsIn({ parameters: input.parameters, body: input.body ?? null })),
  );
  const reduce = createForeignRedactor({
    document: context.document,
    isOwn: ended.isOwn,
    isNamed: (id) => named.has(id),
    isRequested: (id) => requested.has(id),
  });
  const bytes = all.reduce((sum, { exchange }) => sum + sizeOf(exchange), 0);
  // The head contains no secret, and its names must stay: a scheme such as ApiKey would be masked as a part of a
  // credential.
  put(JSON.stringify(headOf(ended, bytes <= MAX_BYTES)));
  let used = 0;
  for (const one of all) {
    used += sizeOf(one.exchange);
    put(redactor.text(JSON.stringify(lineOf(one, { target: context.target, reduce, hasRoom: used <= MAX_BYTES }))));
  }
}

function sizeOf({ outcome }: Exchange): number {
  return outcome.kind === "none" ? 0 : outcome.bytes.length;
}

function headOf({ context, startedAt, budget, settlingMs }: Ended, complete: boolean): RecordingHead {
  const { target, seed, mark } = context;
  return {
    recording: FORMAT,
    startedAt: startedAt.toISOString(),
    baseUrl: target.baseUrl,
    seed,
    budget,
    mark,
    hasOverlay: target.overlay !== null,
    parameters: target.parameters,
    fixtures: withoutSecrets(target.fixtures),
    consistency: target.consistency,
    settlingMs,
    complete,
  };
}

const KEYS = FIXTURE_PATHS.filter((path) => path.endsWith(KEY));

/** Each key by its own name, and no challenge token. */
function withoutSecrets(fixtures: ResolvedTarget["fixtures"]): ResolvedTarget["fixtures"] {
  const { challengeTokens: _, ...copy } = structuredClone(fixtures);
  for (const path of KEYS) if (fixtureAt(copy, path) !== undefined) putFixture(copy, path, path);
  return copy;
}

function callerOf({ isOwn, otherKey }: Noted, { fixtures }: ResolvedTarget): Caller {
  if (isOwn) return "own";
  if (otherKey === null) return "none";
  return KEYS.find((one) => fixtureAt(fixtures, one) === otherKey)?.slice(0, -KEY.length) ?? "other";
}

interface Writing {
  readonly target: ResolvedTarget;
  readonly reduce: ReturnType<typeof createForeignRedactor>;
  readonly hasRoom: boolean;
}

function lineOf(one: Noted, { target, reduce, hasRoom }: Writing): RecordedExchange {
  const { input, exchange, operation, isBroken, isComplete } = one;
  const { request, outcome, sequence, sentAfter, durationMs, mayBeSecond } = exchange;
  const isAsAsked = input.body !== undefined && request.body === JSON.stringify(input.body);
  const body = typeof request.body === "string" ? request.body : null;
  return {
    operation,
    sequence,
    sentAfter,
    caller: callerOf(one, target),
    ...(isBroken === true ? { isBroken } : {}),
    ...(mayBeSecond === true ? { mayBeSecond } : {}),
    input: {
      parameters: { ...input.parameters },
      ...(input.body === undefined ? {} : { body: input.body }),
    },
    request: {
      method: request.method,
      url: request.url,
      headers: withoutCredentials(request.headers),
      body: isAsAsked ? true : body,
    },
    response: outcome.kind === "none" ? null : responseOf(outcome, { reduce, hasRoom: hasRoom && isComplete }),
    ...(outcome.kind === "none" ? { error: { reason: outcome.reason, message: outcome.message } } : {}),
    durationMs: Math.round(durationMs),
  };
}

/** Characters of a body that is not JSON. */
const TEXT_KEPT = 4_096;

function responseOf(
  { status, headers, json, text }: Extract<Exchange["outcome"], { kind: "response" }>,
  { reduce, hasRoom }: Omit<Writing, "target">,
): RecordedResponse {
  const head = { status, headers: withoutCredentials(headers) };
  if (!hasRoom) return head;
  return json.ok ? { ...head, body: reduce(json.value) } : { ...head, text: text.slice(0, TEXT_KEPT) };
}

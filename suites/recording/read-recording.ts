import { readFileSync } from "node:fs";
import type { ApiDocument, Operation } from "../../spec/document/model.ts";
import { asObject, isObject, type Json } from "../../spec/json.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { readSchema } from "../../spec/settings/published-schema.ts";
import { type SettingsSchema, settingsSchema } from "../../spec/settings/settings-schema.ts";
import type { Exchange, NotReceived, Received, ResponseViolation } from "../client/exchange.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { fixtureAt } from "../target/fixtures.ts";
import type { ResolvedTarget } from "../target/types.ts";
import { type Caller, FORMAT, KEY, type RecordedExchange, type RecordingHead } from "./recording-format.ts";

/** The content of a recording file. */
export interface Recording {
  readonly head: RecordingHead;
  readonly exchanges: readonly RecordedExchange[];
}

/** Reads a recording. Throws OperatorError for a file that is not a recording. */
export function readRecording(path: string): Recording {
  const [first = "", ...lines] = textOf(path).split("\n");
  const head = parsed(path, first, 1);
  if (!isObject(head) || head.recording !== FORMAT) {
    throw notARecording(path, `line 1 does not say "recording": ${FORMAT}`);
  }
  return {
    head: checked<RecordingHead>(path, HEAD, head, 1),
    exchanges: lines.flatMap((line, index) =>
      line === "" ? [] : [checked<RecordedExchange>(path, EXCHANGE, parsed(path, line, index + 2), index + 2)],
    ),
  };
}

const LINES = asObject(readSchema("recording.schema.json").properties);
const HEAD = settingsSchema(asObject(LINES.head));
const EXCHANGE = settingsSchema(asObject(LINES.exchange));

/** Returns the value if it matches its schema. Throws otherwise. */
function checked<Line>(path: string, schema: SettingsSchema, value: Json, number: number): Line {
  const [problem] = schema.problems(value);
  if (problem === undefined) return value as Line;
  const place = [`line ${number}`, ...(problem.path.length === 0 ? [] : [problem.path.join(".")])].join(", ");
  throw notARecording(path, `${place}: ${problem.text.replace(/\.$/, "")}`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new OperatorError({
      code: "JUDGE-FILE-UNREADABLE",
      message: `${JSON.stringify(path)} cannot be read`,
      hint: "Name a file that wac run --record FILE has written.",
      cause,
    });
  }
}

function parsed(path: string, line: string, number: number): Json {
  try {
    return JSON.parse(line) as Json;
  } catch {
    throw notARecording(path, `line ${number} is not JSON`);
  }
}

function notARecording(path: string, why: string): OperatorError {
  return new OperatorError({
    code: "JUDGE-FILE-INVALID",
    message: `${JSON.stringify(path)} is not a recording of wac: ${why}.`,
    hint: "Name a file that wac run --record FILE has written.",
  });
}

/** The services to judge a recorded exchange. */
export interface Restoring {
  readonly document: ApiDocument;
  readonly target: ResolvedTarget;
  judge(operation: Operation, response: Received, request: Exchange["request"]): readonly ResponseViolation[];
}

/** Returns a recorded exchange as in a run, with its operation; null for an operation that the document lacks. */
export function restored(
  one: RecordedExchange,
  { document, target, judge }: Restoring,
): { readonly operation: Operation; readonly past: HistoryEntry } | null {
  const operation = document.operations.find(({ id }) => id === one.operation);
  if (operation === undefined) return null;
  const body = one.request.body === true ? JSON.stringify(one.input.body) : one.request.body;
  const request = { ...one.request, body };
  const outcome = outcomeOf(one);
  const { sequence, sentAfter, durationMs, mayBeSecond } = one;
  const exchange: Exchange = {
    sequence,
    sentAfter,
    operation,
    request,
    outcome,
    durationMs,
    // A cut body cannot be judged.
    violations: outcome.kind === "response" && isWhole(one) ? judge(operation, outcome, request) : [],
    ...(mayBeSecond === undefined ? {} : { mayBeSecond }),
  };
  const { parameters, body: asked } = one.input;
  const input = { operation: operation.id, parameters, body: asked };
  return {
    operation,
    past: {
      input,
      ...bearerOf(one.caller, target),
      isBroken: one.isBroken === true,
      exchange,
      isComplete: isWhole(one),
    },
  };
}

function isWhole({ response }: RecordedExchange): boolean {
  return response === null || response.body !== undefined || response.text !== undefined;
}

function outcomeOf({ response, error }: RecordedExchange): Received | NotReceived {
  if (response === null) {
    return { kind: "none", reason: error?.reason ?? "broken", message: error?.message ?? "no response was recorded" };
  }
  const { status, headers, body } = response;
  const text = body === undefined ? (response.text ?? "") : JSON.stringify(body);
  const json =
    body === undefined
      ? { ok: false as const, problem: "the recorded body is not JSON" }
      : { ok: true as const, value: body };
  return { kind: "response", status, headers, bytes: Buffer.from(text), text, json };
}

function bearerOf(caller: Caller, { fixtures }: ResolvedTarget): Pick<HistoryEntry, "isOwn" | "otherKey"> {
  if (caller === "own" || caller === "none") return { isOwn: caller === "own", otherKey: null };
  const key = fixtureAt(fixtures, `${caller}${KEY}`);
  return { isOwn: false, otherKey: typeof key === "string" ? key : caller };
}

import { withRequired } from "../../../generators/index.ts";
import type { ApiDocument, Operation } from "../../../spec/document/model.ts";
import { excerpt } from "../../../spec/excerpt.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { createTransport } from "../../client/transport.ts";
import { isEnvelope } from "../../client/wrong-base-url.ts";
import { buildRequest } from "../../engine/cases/wire.ts";
import type { ResolvedTarget } from "../../target/types.ts";

/** The parts of a response that a diagnosis needs. */
export interface Answer {
  /** 0 if no complete response came; then `problem` has the reason. */
  readonly status: number;
  readonly problem: string | null;
  readonly isEnvelope: boolean;
  /** `data` of the envelope; null when there is none. */
  readonly data: Json;
  /** `error.code` of the envelope. */
  readonly code: string | null;
  /** `error.message` of the envelope. */
  readonly message: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly durationMs: number;
  /** When the response had arrived, milliseconds since 1970. */
  readonly at: number;
}

/**
 * A request: parameters by role, other names for some of them, further query pairs, a body, another key or base URL
 * than the target's.
 */
export interface Question {
  readonly parameters?: JsonObject;
  readonly names?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly body?: JsonObject;
  readonly apiKey?: string | null | undefined;
  readonly baseUrl?: string;
}

/** Sends read-only requests to a target, one after the other, and keeps every response. */
export interface Asker {
  readonly baseUrl: string;
  /** Null when the document has no such operation. */
  ask(operation: string, question?: Question): Promise<Answer | null>;
  readonly answers: readonly Answer[];
  close(): Promise<void>;
}

/** The options of an asker. */
export interface AskerOptions {
  /** Operation id → role → name on the wire, read again for each question. */
  readonly names?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Operations that are permitted although they change something. */
  readonly allowed?: readonly string[];
  /** Sends one request and returns its outcome; it may repeat one that was rejected for its rate. */
  readonly around?: (send: () => Promise<Answer>) => Promise<Answer>;
}

/** Creates an asker for a target; it permits only reading operations. */
export function createAsker(document: ApiDocument, target: ResolvedTarget, options: AskerOptions = {}): Asker {
  const { names: known = {}, allowed = [], around = (send) => send() } = options;
  const transport = createTransport({ ...target.http, connections: 1 });
  const answers: Answer[] = [];
  return {
    baseUrl: target.baseUrl,
    answers,
    close: () => transport.close(),
    async ask(id, { parameters = {}, names = {}, query = [], body, apiKey, baseUrl = target.baseUrl } = {}) {
      const operation = document.operations.find((one) => one.id === id);
      if (operation === undefined || (operation.effect !== "read" && !allowed.includes(id))) return null;
      const named = renamed(operation, { ...known[id], ...names });
      const key = apiKey === undefined ? {} : { apiKey };
      const context = { target: { ...target, baseUrl } };
      const { input } = withRequired(document, operation, { operation: id, parameters, body });
      const request = buildRequest(context, named, input, key);
      return await around(async () => {
        const started = performance.now();
        const outcome = await transport.send({ ...request, url: withPairs(request.url, query) });
        const measured = { durationMs: performance.now() - started, at: Date.now() };
        const answer =
          outcome.kind === "none" ? withoutResponse(outcome.message, measured) : { ...read(outcome), ...measured };
        answers.push(answer);
        return answer;
      });
    },
  };
}

function withPairs(url: string, query: NonNullable<Question["query"]>): string {
  if (query.length === 0) return url;
  const added = new URL(url);
  for (const [name, value] of query) added.searchParams.append(name, value);
  return added.href;
}

function renamed(operation: Operation, names: Readonly<Record<string, string>>): Operation {
  const parameters = operation.parameters.map((parameter) => ({
    ...parameter,
    name: names[parameter.role] ?? parameter.name,
  }));
  return { ...operation, parameters };
}

type Measured = Pick<Answer, "durationMs" | "at">;

/** Returns the answer for a request without a response. */
export function withoutResponse(problem: string, measured: Measured = { durationMs: 0, at: Date.now() }): Answer {
  return { status: 0, problem, isEnvelope: false, data: null, code: null, message: null, headers: {}, ...measured };
}

function read(response: {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: { readonly ok: true; readonly value: Json } | { readonly ok: false };
}): Omit<Answer, keyof Measured> {
  const body = response.json.ok && isObject(response.json.value) ? response.json.value : {};
  const { status, headers } = response;
  const error = asObject(body.error);
  const said = { code: wordIn(error.code), message: wordIn(error.message) };
  return { status, problem: null, isEnvelope: isEnvelope(body), data: body.data ?? null, ...said, headers };
}

function wordIn(value: Json | undefined): string | null {
  return typeof value === "string" ? excerpt(value, 100) : null;
}

/** Returns the objects of a list in `data`: of `data.hits`, or of `data` itself without a name. */
export function listIn(answer: Answer | null, name?: string): JsonObject[] {
  const data = answer?.data ?? null;
  const list = name === undefined ? data : isObject(data) ? data[name] : null;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

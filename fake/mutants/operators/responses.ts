import { asObject, type Json } from "../../../spec/json.ts";
import { editSuccess, onFailure, onReply } from "../../overrides/hooks.ts";
import { failWith } from "../fail-with.ts";
import type { Operator } from "../model.ts";
import { operationOperator } from "./operations.ts";
import { inFamily } from "./operator.ts";

/** Bodies that are no envelope, of successes and of failures. */
const bodies = (name: string, title: string, body: (usual: unknown) => unknown, isFlagless = false): Operator[] =>
  ([200, 400] as const).map((status) =>
    operationOperator(
      status === 200 ? name : `${name}-for-errors`,
      status === 200 ? title : `${title}, when it rejects something`,
      () => (isFlagless ? `envelope.${status === 200 ? "success" : "failure"}-flag` : "envelope.json-body"),
      (operation) =>
        onReply(operation, (reply) => {
          if ((reply.status === 200) === (status === 200)) Object.assign(reply, { body: body(reply.body) });
        }),
    ),
  );

/** Creates operators that add members of errors that a family does not have, or give them wrong values. */
const foreignMember = (member: string, value: Json, operations: RegExp, breaks: string, name = `add-${member}`) =>
  operationOperator(
    name,
    `returns ${JSON.stringify(value)} as the ${member} of errors`,
    ({ id }) => (operations.test(id) ? breaks : null),
    (operation) =>
      onFailure(operation, ({ body }) => {
        asObject(body.error)[member] = value;
      }),
  );

const SDK = /^(recall|remember|bootstrap-context)$/;
const AGENT = /^(?!recall|remember|bootstrap-context)/;

/** Creates failures whose status does not match their code. */
const failure = (name: string, status: number, agent: string, sdk: string, breaks: string) =>
  operationOperator(name, `fails as ${agent}, with ${status}`, breaks, (operation) =>
    onReply(operation, (reply, call) => {
      if (call.caller !== null) failWith(reply, call, { status, agent, sdk });
    }),
  );

const CUTOFF_AT = "2026-01-01T00:00:00.000Z";

/** Creates operators that return an invalid history cutoff. */
const cutoff = (name: string, member: "beyond-count" | "cutoff-at", value: Json) =>
  operationOperator(
    `cutoff-${name}`,
    `returns ${JSON.stringify(value)} as the history cutoff`,
    ({ id }) => (/^(get-messages|search-memories|recall)$/.test(id) ? `pagination.history-cutoff.${member}` : null),
    (operation) => editSuccess(operation, "meta.pagination.historyCutoff", () => value),
  );

/** Responses that are not of the form that all have. */
export const responseOperators: readonly Operator[] = [
  ...inFamily("bodies", [
    ...bodies(
      "bare-message",
      "responds with only a message, as a parser does",
      () => ({ message: "Unexpected token" }),
      true,
    ),
    ...bodies("html", "responds with a page of HTML", () => "<!doctype html><p>It works.</p>"),
    ...bodies("in-array", "wraps its responses in an array", (usual) => [usual]),
    ...bodies("no-body", "responds without a body", () => ""),
    operationOperator("plain-text", "declares its responses as plain text", "envelope.content-type", (operation) =>
      onReply(operation, ({ headers }) => {
        headers["Content-Type"] = "text/plain; charset=utf-8";
      }),
    ),
  ]),
  ...inFamily("foreign-members", [
    foreignMember("docs", "see the chapter on errors", SDK, "errors.docs-url", "docs-in-prose"),
    foreignMember("retryable", false, SDK, "errors.retryable-only-agent"),
    foreignMember("suggestion", "try again", AGENT, "errors.suggestion-only-sdk"),
    foreignMember("docs", "https://docs.example.com/errors", AGENT, "errors.docs-only-sdk"),
  ]),
  ...inFamily("failures", [
    failure("limited-with-503", 503, "rate_limited", "RATE_LIMITED", "statuses.rate-limited"),
    failure("internal-with-400", 400, "internal_error", "INTERNAL_ERROR", "statuses.internal"),
    failure("unavailable-with-500", 500, "upstream_unavailable", "SERVICE_UNAVAILABLE", "statuses.unavailable"),
  ]),
  ...inFamily("cutoffs", [
    cutoff("without-count", "beyond-count", { cutoffAt: CUTOFF_AT }),
    cutoff("count-as-text", "beyond-count", { cutoffAt: CUTOFF_AT, beyondCount: "12" }),
    cutoff("without-date", "cutoff-at", { beyondCount: 12 }),
    cutoff("spoken-date", "cutoff-at", { beyondCount: 12, cutoffAt: "last week" }),
  ]),
];

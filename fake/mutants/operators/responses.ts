import { asObject, type Json } from "../../../spec/json.ts";
import { onFailure, onReply } from "../../overrides/hooks.ts";
import { fillValues } from "../edit.ts";
import { failWith } from "../fail.ts";
import type { OperationSite, Operator } from "../model.ts";
import { operationOperator } from "./operation-operator.ts";
import { typeOf } from "./value-operator.ts";

/** Bodies that are no envelope. */
const BODIES: readonly (readonly [name: string, title: string, body: (usual: unknown) => unknown, flag?: true])[] = [
  ["bare-message", "responds with a message alone, as a parser does", () => ({ message: "Unexpected token" }), true],
  ["html", "responds with a page of HTML", () => "<!doctype html><p>It works.</p>"],
  ["in-array", "puts its responses into an array", (usual) => [usual]],
  ["no-body", "answers without a body", () => ""],
];

const bodies = BODIES.flatMap(([name, title, body, flag]) =>
  ([200, 400] as const).map((status) =>
    operationOperator(
      status === 200 ? name : `${name}-for-errors`,
      status === 200 ? title : `${title}, when it rejects something`,
      () => (flag ? `envelope.${status === 200 ? "success" : "failure"}-flag` : "envelope.json-body"),
      ({ operation }, { confined }) =>
        confined(
          onReply(operation, (reply) => {
            if ((reply.status === 200) === (status === 200)) Object.assign(reply, { body: body(reply.body) });
          }),
        ),
    ),
  ),
);

const plainText = operationOperator(
  "plain-text",
  "declares its responses as plain text",
  () => "envelope.content-type",
  ({ operation }, { confined }) =>
    confined(
      onReply(operation, (reply) => {
        reply.headers["Content-Type"] = "text/plain; charset=utf-8";
      }),
    ),
);

/** Members of errors that a family has not, or that are not what they should be. */
const FOREIGN: readonly (readonly [member: string, value: Json, path: RegExp, breaks: string, name?: string])[] = [
  ["docs", "see the chapter on errors", /^(recall|remember|bootstrap-context)$/, "errors.docs-url", "docs-in-prose"],
  ["retryable", false, /^(recall|remember|bootstrap-context)$/, "errors.retryable-only-agent"],
  ["suggestion", "try again", /^(?!recall|remember|bootstrap-context)/, "errors.suggestion-only-sdk"],
  ["docs", "https://docs.example.com/errors", /^(?!recall|remember|bootstrap-context)/, "errors.docs-only-sdk"],
];

const foreignMembers = FOREIGN.map(([member, value, operations, breaks, name = `add-${member}`]) =>
  operationOperator(
    name,
    `gives ${JSON.stringify(value)} as the ${member} of errors`,
    ({ id }) => (operations.test(id) ? breaks : null),
    ({ operation }, { confined }) =>
      confined(
        onFailure(operation, ({ body }) => {
          asObject(body.error)[member] = value;
        }),
      ),
  ),
);

/** Failures whose status is not that of their code. */
const FAILURES: readonly (readonly [name: string, status: number, agent: string, sdk: string, breaks: string])[] = [
  ["limited-with-503", 503, "rate_limited", "RATE_LIMITED", "statuses.rate-limited"],
  ["internal-with-400", 400, "internal_error", "INTERNAL_ERROR", "statuses.internal"],
  ["unavailable-with-500", 500, "upstream_unavailable", "SERVICE_UNAVAILABLE", "statuses.unavailable"],
];

const failures = FAILURES.map(([name, status, agent, sdk, breaks]) =>
  operationOperator(
    name,
    `fails as ${agent}, with ${status}`,
    () => breaks,
    ({ operation }: OperationSite, { confined }) =>
      confined(
        onReply(operation, (reply, call) => {
          if (call.caller !== null) failWith(reply, call, { status, agent, sdk });
        }),
      ),
  ),
);

/** A value of another type, where there may be none. */
const WRONG: Readonly<Record<string, Json>> = { string: ["text"], object: "text", boolean: "no", integer: "12" };

const stray: Operator = {
  name: "stray",
  title: "gives a value of another type where there was none",
  at: (site) => {
    const type = site.kind === "value" ? typeOf(site) : null;
    if (site.kind !== "value" || site.claims.type === null || type === null || !(type in WRONG)) return null;
    return {
      breaks: site.claims.type,
      plant: ({ applies, confined }) => confined(fillValues(site, applies, () => WRONG[type] ?? null)),
    };
  },
};

export const responseOperators: readonly Operator[] = [
  ...[...bodies, plainText].map((operator) => ({ ...operator, family: "bodies" })),
  ...foreignMembers.map((operator) => ({ ...operator, family: "foreign-members" })),
  ...failures.map((operator) => ({ ...operator, family: "failures" })),
  stray,
];

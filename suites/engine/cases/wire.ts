import { type RequestInput, toWire } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import type { WireRequest } from "../../client/exchange.ts";
import { jsonText } from "../../models/json-text.ts";
import type { CallOptions, RunContext } from "../check/check.ts";

/** Builds the HTTP request: path, query with the names of the target, headers, JSON body. */
export function buildRequest(
  context: Pick<RunContext, "target">,
  operation: Operation,
  input: RequestInput,
  options: CallOptions = {},
): WireRequest {
  const { target } = context;
  const wire = toWire(operation, input);
  const url = target.baseUrl + fillPath(operation.path, wire.path) + queryText(wire.query);
  const body = options.rawBody ?? (input.body === undefined ? null : jsonText(input.body));
  const headers: Record<string, string> = {
    accept: "application/json",
    ...target.http.headers,
    ...wire.headers,
    ...(body === null ? {} : { "content-type": "application/json" }),
    ...options.headers,
  };
  const authorization = authorizationOf(target.apiKey, options);
  if (authorization !== null) headers.authorization = authorization;
  return { method: operation.method, url, headers, body };
}

function authorizationOf(apiKey: string, options: CallOptions): string | null {
  if (options.authorization !== undefined) return options.authorization;
  if (options.apiKey === null) return null;
  return `Bearer ${options.apiKey ?? apiKey}`;
}

function fillPath(template: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(value)),
    template,
  );
}

function queryText(pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return "";
  return `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString()}`;
}

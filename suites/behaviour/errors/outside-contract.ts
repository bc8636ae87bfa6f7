import { plainRequestOf } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import type { Exchange, WireRequest } from "../../client/exchange.ts";
import { buildRequest } from "../../engine/cases/wire.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { withMadeUpIds } from "../../engine/resources/fuller-requests.ts";
import type { UnusualBody } from "./unusual-bodies.ts";

/** Returns the HTTP request of an operation, with generated ids where it names resources. */
export function wireRequestOf(check: CaseContext, operation: Operation, options: CallOptions = {}): WireRequest {
  const { document } = check.context;
  const plain = plainRequestOf(document, operation) ?? { operation: operation.id, parameters: {}, body: undefined };
  return buildRequest(check.context, operation, withMadeUpIds(document, operation, plain), options);
}

/**
 * Sends a request outside of the contract. It has no operation, so that no rule for the responses of the API applies.
 */
export async function sendOutsideContract(check: CaseContext, request: WireRequest): Promise<Exchange> {
  return check.send(request);
}

/** Returns the request with an unusual body instead of its own. */
export function withUnusualBody(request: WireRequest, unusual: UnusualBody): WireRequest {
  const headers: Record<string, string> = { ...request.headers };
  for (const [name, value] of Object.entries(unusual.headers)) {
    if (value === null) delete headers[name];
    else headers[name] = value;
  }
  return { ...request, headers, body: unusual.body };
}

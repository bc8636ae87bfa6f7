import type { ApiDocument, Operation } from "../spec/document/model.ts";
import { plainRequestOf } from "./cases-of.ts";
import { MALFORMATIONS } from "./malformations.ts";
import type { RequestInput } from "./request-model.ts";
import { requestModel, requestValue } from "./request-model.ts";

/** A body that is not, or not surely, JSON. */
export interface MalformedBody {
  readonly operation: string;
  /** Permanent name: `truncated`. */
  readonly name: string;
  readonly description: string;
  /** True when no parser in common use accepts it: it has to be rejected with 400. False: what the target does is an observation. */
  readonly sure: boolean;
  readonly bytes: Uint8Array;
  /** The valid request whose body was changed. */
  readonly control: RequestInput;
}

/**
 * The malformed bodies of an operation, a deterministic list; empty for an operation without body. `resolve` replaces
 * tokens by ids before.
 */
export function malformedBodies(
  document: ApiDocument,
  operation: Operation,
  resolve: (input: RequestInput) => RequestInput = (input) => input,
): MalformedBody[] {
  const sampled = operation.body === null ? undefined : plainRequestOf(document, operation);
  const control = sampled === undefined ? undefined : resolve(sampled);
  if (control?.body === undefined) return [];
  const text = JSON.stringify(control.body);
  const malformed = MALFORMATIONS.map(({ name, description, sure, apply }) => {
    const changed = apply(text);
    const bytes = typeof changed === "string" ? Buffer.from(changed) : changed;
    return { operation: operation.id, name, description, sure, bytes, control };
  });
  return [...malformed, emptyBody(document, operation, control)];
}

/** Nothing at all, or only white space: rejected for certain only where an empty object is rejected as well. */
function emptyBody(document: ApiDocument, operation: Operation, control: RequestInput): MalformedBody {
  const nothing = requestValue({ ...control, body: {} });
  const sure = requestModel(document, operation).rules.judge(nothing).length > 0;
  const description = "no body, though the content type says JSON";
  return { operation: operation.id, name: "empty", description, sure, bytes: new Uint8Array(), control };
}

import type { ApiDocument, Operation } from "../spec/document/model.ts";
import { plainRequestOf } from "./cached-cases.ts";
import { MALFORMATIONS } from "./malformations.ts";
import type { RequestInput } from "./request-model.ts";
import { requestModel, requestValue } from "./request-model.ts";

/** A body that is not, or not surely, JSON. */
export interface MalformedBody {
  readonly operation: string;
  /** Permanent name: `truncated`. */
  readonly name: string;
  readonly description: string;
  /**
   * True if no common parser accepts it: it must be rejected with 400. If false, the behaviour of the target is an
   * observation.
   */
  readonly sure: boolean;
  readonly bytes: Uint8Array;
  /** The valid request whose body was changed. */
  readonly control: RequestInput;
}

/**
 * Returns the malformed bodies of an operation, a deterministic list; empty for an operation without body. `resolve`
 * replaces tokens by ids first.
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

/** Returns an empty body, or one of white space: it is sure to be rejected only if an empty object is rejected too. */
function emptyBody(document: ApiDocument, operation: Operation, control: RequestInput): MalformedBody {
  const nothing = requestValue({ ...control, body: {} });
  const sure = requestModel(document, operation).rules.judge(nothing).length > 0;
  const description = "no body, though the content type says JSON";
  return { operation: operation.id, name: "empty", description, sure, bytes: new Uint8Array(), control };
}

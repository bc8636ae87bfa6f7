import type { ApiDocument, Operation } from "../spec/document/model.ts";
import { plainRequestOf } from "./cached-cases.ts";
import { MALFORMATIONS } from "./malformations.ts";
import type { RequestInput } from "./request-model.ts";
import { requestModel, requestValue } from "./request-model.ts";

/** A body that is not, or not surely, JSON. */
export interface MalformedBody {
  /** Permanent name: `truncated`. */
  readonly name: string;
  readonly description: string;
  /**
   * True if no common parser accepts it: it must be rejected with 400. If false, the behaviour of the target is an
   * observation.
   */
  readonly sure: boolean;
  readonly bytes: Uint8Array;
}

/** Returns the malformed bodies of an operation, a deterministic list; empty for an operation without body. */
export function malformedBodies(document: ApiDocument, operation: Operation): MalformedBody[] {
  const plain = operation.body === null ? undefined : plainRequestOf(document, operation);
  if (plain?.body === undefined) return [];
  const text = JSON.stringify(plain.body);
  const malformed = MALFORMATIONS.map(({ name, description, sure, apply }) => {
    const changed = apply(text);
    const bytes = typeof changed === "string" ? Buffer.from(changed) : changed;
    return { name, description, sure, bytes };
  });
  return [...malformed, emptyBody(document, operation, plain)];
}

/** Returns an empty body, or one of white space: it is sure to be rejected only if an empty object is rejected too. */
function emptyBody(document: ApiDocument, operation: Operation, plain: RequestInput): MalformedBody {
  const nothing = requestValue({ ...plain, body: {} });
  const sure = requestModel(document, operation).rules.judge(nothing).length > 0;
  const description = "no body, though the content type says JSON";
  return { name: "empty", description, sure, bytes: new Uint8Array() };
}

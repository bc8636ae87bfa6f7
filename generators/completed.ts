import type { ApiDocument, Operation } from "../spec/document/model.ts";
import type { JsonObject } from "../spec/json.ts";
import { isObject } from "../spec/json.ts";
import type { Violation } from "./judge.ts";
import type { RequestInput, RequestModel } from "./request-model.ts";
import { requestModel, requestValue } from "./request-model.ts";

/**
 * The request with members of the body that a target cannot do without, though the contract does not require them. A
 * member is added where it is absent and nothing more, nor less, is broken with it.
 */
export function completed(
  document: ApiDocument,
  operation: Operation,
  input: RequestInput,
  members: JsonObject,
): RequestInput {
  let request = input;
  for (const [name, value] of Object.entries(members)) {
    if (!isObject(request.body) || Object.hasOwn(request.body, name)) continue;
    const fuller = { ...request, body: { ...request.body, [name]: value } };
    request = unlessBroken(document, operation, request, fuller);
  }
  return request;
}

/** The changed request where it breaks what the original does and nothing else; the original where it does not. */
export function unlessBroken(
  document: ApiDocument,
  operation: Operation,
  original: RequestInput,
  changed: RequestInput,
): RequestInput {
  const model = requestModel(document, operation);
  return broken(model, changed) === broken(model, original) ? changed : original;
}

/** What a request breaks in either reading, as text to compare. */
function broken({ rules, safe }: RequestModel, input: RequestInput): string {
  const places = (violations: Violation[]) => violations.map(({ documentPointer }) => documentPointer).sort();
  const value = requestValue(input);
  return JSON.stringify([places(rules.judge(value)), places(safe.judge(value))]);
}

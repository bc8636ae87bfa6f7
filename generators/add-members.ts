import type { ApiDocument, Operation } from "../spec/document/model.ts";
import type { JsonObject } from "../spec/json.ts";
import { isObject } from "../spec/json.ts";
import type { Violation } from "./judge.ts";
import type { RequestInput, RequestModel } from "./request-model.ts";
import { requestModel, requestValue } from "./request-model.ts";

/**
 * Returns the request with body members that a target requires although the contract does not. A member is added if it
 * is absent and the same rules are broken with it as without it.
 */
export function addMembers(
  document: ApiDocument,
  operation: Operation,
  input: RequestInput,
  members: JsonObject,
): RequestInput {
  let request = input;
  for (const [name, value] of Object.entries(members)) {
    if (!isObject(request.body) || Object.hasOwn(request.body, name)) continue;
    const fuller = { ...request, body: { ...request.body, [name]: value } };
    request = ifEquallyValid(document, operation, request, fuller);
  }
  return request;
}

/** Returns the changed request if it breaks the same rules as the original; otherwise the original. */
export function ifEquallyValid(
  document: ApiDocument,
  operation: Operation,
  original: RequestInput,
  changed: RequestInput,
): RequestInput {
  const model = requestModel(document, operation);
  return brokenRules(model, changed) === brokenRules(model, original) ? changed : original;
}

/** Returns the rules that a request breaks in either reading, as text to compare. */
function brokenRules({ rules, safe }: RequestModel, input: RequestInput): string {
  const places = (violations: Violation[]) => violations.map(({ documentPointer }) => documentPointer).sort();
  const value = requestValue(input);
  return JSON.stringify([places(rules.judge(value)), places(safe.judge(value))]);
}

import type { ApiDocument, Operation, Schema } from "../spec/document/model.ts";
import { isObject, type Json, type JsonObject } from "../spec/json.ts";
import { pointerOfReference, valueAt as valueAtPointer } from "../spec/pointer.ts";
import type { Violation } from "./judge.ts";
import { fromPointer, toPointer, valueAt } from "./paths.ts";
import { sampleAt, withValue } from "./plain-request.ts";
import type { RequestInput } from "./request-model.ts";
import { requestModel, requestValue } from "./request-model.ts";
import { sampleRequest } from "./requests.ts";
import { seedOf } from "./seed.ts";
import { requestSites, type Site } from "./sites.ts";

/** A request with the members that an overlay requires, as far as possible. */
export interface Filled {
  readonly input: RequestInput;
  /** JSON pointers of the added members: `/parameters/tenant`, `/body/owner/team`. */
  readonly added: readonly string[];
  /** JSON pointer of a required member that cannot be combined with the rest of the request; null if there is none. */
  readonly impossible: string | null;
}

/** So much is added to one request at most. */
const MAX_ADDED = 50;

/**
 * Adds everything that an overlay requires and the request lacks: a parameter, a header, a member of the body or of an
 * object in it. Each gets the value that the document names (a constant, the first of a list, a default, an example),
 * or else a plain valid one. Members that the document requires without the overlay are left to the creator of the
 * request.
 */
export function withRequired(document: ApiDocument, operation: Operation, input: RequestInput): Filled {
  const added: string[] = [];
  let request = input;
  for (let turn = 0; turn < MAX_ADDED; turn += 1) {
    const missing = missingIn(document, operation, request);
    const [first] = missing;
    if (first === undefined) break;
    const filled = fill(document, operation, request, first);
    if (filled === null) {
      const { rules } = requestModel(document, operation);
      const isBroken = rules.judge(requestValue(request)).some((violation) => !isOfOverlay(document, violation));
      return { input: request, added, impossible: isBroken ? null : toPointer(first) };
    }
    request = filled;
    added.push(toPointer(first));
  }
  return { input: request, added, impossible: null };
}

/** Returns the paths of members that the overlay requires and the request lacks. */
function missingIn(document: ApiDocument, operation: Operation, input: RequestInput): readonly string[][] {
  if (document.base === document.raw) return [];
  const ofOverlay = violationsOf(document, operation, input).filter((violation) => isOfOverlay(document, violation));
  return ofOverlay.map((violation) => pathOf(document, violation));
}

/**
 * Returns the violations of the reading that keeps open keywords, since without them some required members of a body
 * would be missed.
 */
function violationsOf(document: ApiDocument, operation: Operation, input: RequestInput): readonly Violation[] {
  return requestModel(document, operation).safe.judge(requestValue(input));
}

function isOfOverlay(document: ApiDocument, { keyword, documentPointer }: Violation): boolean {
  return keyword === "required" && isAdded(document, documentPointer);
}

/** Returns true if a part of the document, by its JSON pointer, comes from the overlay. */
export function isAdded({ base }: ApiDocument, documentPointer: string): boolean {
  const before = throughReferences(base, fromPointer(documentPointer));
  return before === undefined || before === false;
}

/** Returns the value at a path, following references: an overlay may write the component in place of a reference. */
function throughReferences(base: JsonObject, path: readonly string[]): Json | undefined {
  let value: Json | undefined = base;
  for (const step of path) {
    const ref: Json | undefined = isObject(value) && !Object.hasOwn(value, step) ? value.$ref : undefined;
    const target = typeof ref === "string" ? pointerOfReference(ref) : null;
    value = valueAt(target === null ? value : valueAtPointer(base, target), [step]);
  }
  return value;
}

/** Returns the path of the missing member. For a parameter the judge already names it. */
function pathOf({ raw }: ApiDocument, { pointer, documentPointer }: Violation): string[] {
  const name = valueAtPointer(raw, documentPointer);
  return typeof name === "string" ? [...fromPointer(pointer), name] : fromPointer(pointer);
}

function fill(
  document: ApiDocument,
  operation: Operation,
  input: RequestInput,
  path: readonly string[],
): RequestInput | null {
  const broken = (request: RequestInput) => violationsOf(document, operation, request).map(placeOf);
  const before = new Set(broken(input));
  for (const value of valuesFor(document, operation, path)) {
    const changed = withValue(input, path, value);
    const after = new Set(broken(changed));
    // The value must remove exactly this violation: a request that breaks another rule does so on purpose.
    if (after.size === before.size - 1 && [...after].every((place) => before.has(place))) return changed;
  }
  return null;
}

function placeOf({ pointer, documentPointer }: Violation): string {
  return `${pointer} ${documentPointer}`;
}

function* valuesFor(document: ApiDocument, operation: Operation, path: readonly string[]): Generator<Json> {
  const steps = path.map((step) => (/^\d+$/.test(step) ? "0" : step)).join("/");
  const sites = requestSites(document, operation).filter((site) => site.path.join("/") === steps);
  for (const site of sites) yield* namedValues(site);
  const seed = seedOf(operation.id, ...path);
  for (const { safe } of sites) {
    const value = sampleAt(document, operation, safe, seed);
    if (value !== undefined) yield value;
  }
  const require = [toPointer(path)];
  const sample = sampleRequest(document, operation, { presence: "none", text: "plain", require }, seed);
  const value = sample === undefined ? undefined : valueAt(requestValue(sample), path);
  if (value !== undefined) yield value;
}

/**
 * Returns the values that the document names. For a limit without one it adds the largest, since without a limit the
 * response may have that many.
 */
function namedValues({ rules, safe, path }: Site): readonly Json[] {
  const values = [rules.const, ...listOf(rules, "enum"), rules.default, rules.example, ...listOf(rules, "examples")];
  const largest = path.at(-1) === "limit" ? [safe.maximum, rules.maximum] : [];
  const [defaulted] = [rules.const ?? rules.default];
  return [defaulted, ...values, ...largest].filter((value): value is Json => value !== undefined && value !== null);
}

function listOf(schema: Schema, keyword: string): readonly Json[] {
  const list = schema[keyword];
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

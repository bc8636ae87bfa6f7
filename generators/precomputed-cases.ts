import type { ApiDocument } from "../spec/document/model.ts";
import { packageFile } from "../spec/package-root.ts";
import { buildResultOr } from "../spec/settings/build-result.ts";
import { boundaryRequests } from "./boundaries.ts";
import type { BoundaryCase, InvalidCase } from "./cases.ts";
import type { DisputedCase } from "./disputed/dispute.ts";
import { disputedRequests } from "./disputed/requests.ts";
import { invalidAmongOthers } from "./invalid/among-others.ts";
import { invalidRequests } from "./invalid/requests.ts";
import { plainRequest } from "./plain-request.ts";
import type { RequestInput } from "./request-model.ts";

/** All cases of a document that need no random values, by the id of their operation. */
export interface PrecomputedCases {
  /** The key of the document: {@link documentKey}. */
  readonly key: string;
  /** The smallest request of each operation that has one. */
  readonly plain: Readonly<Record<string, RequestInput>>;
  readonly boundary: Readonly<Record<string, readonly BoundaryCase[]>>;
  readonly invalid: Readonly<Record<string, readonly InvalidCase[]>>;
  /** The cases of `invalid`, in order, with all other members; null if that is not a separate case. */
  readonly invalidAmongOthers: Readonly<Record<string, readonly (InvalidCase | null)[]>>;
  readonly disputed: Readonly<Record<string, readonly DisputedCase[]>>;
}

/** Computes all cases. It takes about a second, which the build spends instead of every run. */
export function computeCases(document: ApiDocument): PrecomputedCases {
  const ofEach = <Cases>(make: (document: ApiDocument, operation: ApiDocument["operations"][number]) => Cases) =>
    Object.fromEntries(document.operations.map((operation) => [operation.id, make(document, operation)]));
  const plain = document.operations.map((operation) => plainRequest(document, operation));
  return {
    key: documentKey(document),
    plain: Object.fromEntries(
      plain.filter((request) => request !== undefined).map((input) => [input.operation, input]),
    ),
    boundary: ofEach(boundaryRequests),
    invalid: ofEach(invalidRequests),
    invalidAmongOthers: ofEach(invalidAmongOthers),
    disputed: ofEach(disputedRequests),
  };
}

/**
 * Returns the cases that the build wrote for this document; null for another: edited, overlaid or with other parameter
 * names.
 */
export function precomputedCases(document: ApiDocument): PrecomputedCases | null {
  loaded ??= buildResultOr(CASES_FILE, NOTHING);
  return loaded.key === documentKey(document) ? loaded : null;
}

/** The file that the build writes them to. */
export const CASES_FILE = packageFile("dist", "generators", "cases.json");

const NOTHING: PrecomputedCases = {
  key: "",
  plain: {},
  boundary: {},
  invalid: {},
  invalidAmongOthers: {},
  disputed: {},
};
let loaded: PrecomputedCases | null = null;

/** Returns the key of a document: its content, and the names of parameters on the wire. */
export function documentKey({ sha256, operations }: ApiDocument): string {
  const names = operations.map(({ id, parameters }) => [id, parameters.map(({ role, name }) => [role, name])]);
  return `${sha256} ${JSON.stringify(names)}`;
}

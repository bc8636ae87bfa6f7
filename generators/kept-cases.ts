import type { ApiDocument } from "../spec/document/model.ts";
import { packageFile } from "../spec/package-root.ts";
import { keptIn } from "../spec/settings/kept.ts";
import { boundaryRequests } from "./boundaries.ts";
import type { BoundaryCase, InvalidCase } from "./cases.ts";
import type { DisputedCase } from "./disputed/dispute.ts";
import { disputedRequests } from "./disputed/requests.ts";
import { amongRequests } from "./invalid/among-others.ts";
import { invalidRequests } from "./invalid/requests.ts";
import type { RequestInput } from "./request-model.ts";
import { plainRequest } from "./twins.ts";

/** All cases of a document that need no chance, by the id of their operation. */
export interface KeptCases {
  /** The key of the document: {@link keyOf}. */
  readonly key: string;
  /** The smallest request of each operation that has one. */
  readonly plain: Readonly<Record<string, RequestInput>>;
  readonly boundary: Readonly<Record<string, readonly BoundaryCase[]>>;
  readonly invalid: Readonly<Record<string, readonly InvalidCase[]>>;
  /** The cases of `invalid`, in order, with all other members; null if that is no separate case. */
  readonly among: Readonly<Record<string, readonly (InvalidCase | null)[]>>;
  readonly disputed: Readonly<Record<string, readonly DisputedCase[]>>;
}

/** Makes them all: a second or so, which the build spends in place of every run. */
export function makeKeptCases(document: ApiDocument): KeptCases {
  const ofEach = <Cases>(make: (document: ApiDocument, operation: ApiDocument["operations"][number]) => Cases) =>
    Object.fromEntries(document.operations.map((operation) => [operation.id, make(document, operation)]));
  const plain = document.operations.map((operation) => plainRequest(document, operation));
  return {
    key: keyOf(document),
    plain: Object.fromEntries(plain.filter((request) => request !== undefined).map((one) => [one.operation, one])),
    boundary: ofEach(boundaryRequests),
    invalid: ofEach(invalidRequests),
    among: ofEach(amongRequests),
    disputed: ofEach(disputedRequests),
  };
}

/**
 * Returns the cases that the build wrote for this document; null for another: edited, overlaid or with other parameter
 * names.
 */
export function keptCases(document: ApiDocument): KeptCases | null {
  kept ??= keptIn(KEPT_FILE, NOTHING);
  return kept.key === keyOf(document) ? kept : null;
}

/** The file that the build writes them to. */
export const KEPT_FILE = packageFile("dist", "generators", "cases.json");

const NOTHING: KeptCases = { key: "", plain: {}, boundary: {}, invalid: {}, among: {}, disputed: {} };
let kept: KeptCases | null = null;

/** Returns the key of a document: its content, and the names of parameters on the wire. */
export function keyOf({ sha256, operations }: ApiDocument): string {
  const names = operations.map(({ id, parameters }) => [id, parameters.map(({ role, name }) => [role, name])]);
  return `${sha256} ${JSON.stringify(names)}`;
}

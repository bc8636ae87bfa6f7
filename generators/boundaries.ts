import { openMarks, reasonIn } from "../spec/document/constraints.ts";
import type { ApiDocument, Operation, Schema } from "../spec/document/model.ts";
import type { Json } from "../spec/json.ts";
import type { BoundaryValue } from "./boundary-values.ts";
import { boundaryValuesAt } from "./boundary-values.ts";
import { canonical } from "./canonical.ts";
import type { BoundaryCase } from "./cases.ts";
import { constraintAddress } from "./constraint-address.ts";
import { toPointer, valueAt } from "./paths.ts";
import type { PlainOptions } from "./plain-request.ts";
import { isSafe, narrowed, sampleAt, validRequestAt, withValue } from "./plain-request.ts";
import { optionalCases } from "./presence.ts";
import type { RequestInput } from "./request-model.ts";
import { requestModel, requestValue } from "./request-model.ts";
import { seedOf } from "./seed.ts";
import type { Site } from "./sites.ts";
import { requestSites } from "./sites.ts";
import { rejectUnsatisfiable } from "./unsatisfiable.ts";

/**
 * Returns valid requests at the boundaries: every bound and the value just inside, every enum value, both booleans,
 * one value of each format and pattern, each optional member by itself, none, all, each pair of optional filters.
 * Deterministic; every reading accepts every value.
 * @throws OperatorError `SCHEMA-UNINHABITABLE` if the document contradicts itself.
 */
export function boundaryRequests(
  document: ApiDocument,
  operation: Operation,
  options: PlainOptions = {},
): BoundaryCase[] {
  rejectUnsatisfiable(document, operation);
  const atSites = requestSites(document, operation).flatMap((site) => siteCases(document, operation, site, options));
  return distinctCases([...atSites, ...optionalCases(document, operation, options)]);
}

function siteCases(document: ApiDocument, operation: Operation, site: Site, options: PlainOptions): BoundaryCase[] {
  const keywords = Object.keys(site.safe);
  const twin = keywords.length === 0 ? undefined : validRequestAt(document, operation, site, options);
  const before = twin === undefined ? undefined : valueAt(requestValue(twin), site.path);
  if (twin === undefined || before === undefined) return [];
  const sample = (further: Schema): Json | undefined =>
    sampleAt(document, operation, narrowed(site.safe, further), seedOf(site.address), options);
  const facets = canonical(site.safe, requestModel(document, operation).safe.resolve);
  const edges = keywords.flatMap((keyword) =>
    facets.flatMap((facet) => boundaryValuesAt(keyword, { facet, before, sample })),
  );
  return edges.flatMap((edge) => boundaryCase(document, operation, site, edge, twin));
}

function boundaryCase(
  document: ApiDocument,
  operation: Operation,
  site: Site,
  { keyword, description, value }: BoundaryValue,
  twin: RequestInput,
): BoundaryCase[] {
  if (value === undefined) return [];
  const input = withValue(twin, site.path, value);
  if (!isSafe(document, operation, input)) return [];
  return [
    {
      address: constraintAddress(document, site, keyword),
      keyword,
      pointer: toPointer(site.path),
      aspect: "value",
      open: reasonIn(openMarks(site.safe as Json), keyword),
      description,
      value,
      input,
    },
  ];
}

function distinctCases(cases: readonly BoundaryCase[]): BoundaryCase[] {
  return [...new Map(cases.map((one) => [`${one.address}\n${JSON.stringify(one.input)}`, one])).values()];
}

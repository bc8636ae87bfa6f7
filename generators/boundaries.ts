import { openMarks, reasonIn } from "../spec/constraints.ts";
import type { ApiDocument, Operation, Schema } from "../spec/document-model.ts";
import type { Json } from "../spec/json.ts";
import { addressOf } from "./addresses.ts";
import { canonical } from "./canonical.ts";
import type { BoundaryCase } from "./cases.ts";
import type { Facet } from "./facet.ts";
import { toPointer } from "./pointer.ts";
import { optionalCases } from "./presence.ts";
import { requestModel } from "./request-model.ts";
import { seedOf } from "./seed.ts";
import { SENDABLE } from "./sendable.ts";
import type { Site } from "./sites.ts";
import { requestSites } from "./sites.ts";
import type { PlainOptions } from "./twins.ts";
import { isSafe, narrowed, sampleAt, twinAt, withValue } from "./twins.ts";
import { objectWithinBytes } from "./values/bytes.ts";

/** One value to try at a site, before it is put into a request. */
interface Edge {
  readonly keyword: string;
  readonly description: string;
  readonly value: Json | undefined;
}

/**
 * Every bound at and just inside, every enum value, both booleans, one value of each format and pattern, each optional
 * member alone, none, all, each pair of optional filters. Deterministic; no value is open to a second reading.
 */
export function boundaryRequests(
  document: ApiDocument,
  operation: Operation,
  options: PlainOptions = {},
): BoundaryCase[] {
  const atSites = requestSites(document, operation).flatMap((site) => siteCases(document, operation, site, options));
  return distinctCases([...atSites, ...optionalCases(document, operation, options)]);
}

function siteCases(document: ApiDocument, operation: Operation, site: Site, options: PlainOptions): BoundaryCase[] {
  const edges = edgesOf(document, operation, site, options);
  const twin = edges.length === 0 ? undefined : twinAt(document, operation, site, options);
  if (twin === undefined) return [];
  return edges.flatMap(({ keyword, description, value }) => {
    if (value === undefined) return [];
    const input = withValue(twin, site.path, value);
    if (!isSafe(document, operation, input)) return [];
    const address = addressOf(document, site, keyword);
    const open = reasonIn(openMarks(site.safe as Json), keyword);
    return [
      {
        operation: operation.id,
        address,
        keyword,
        pointer: toPointer(site.path),
        side: "accepted",
        open,
        description,
        value,
        input,
      },
    ];
  });
}

function edgesOf(document: ApiDocument, operation: Operation, site: Site, options: PlainOptions): Edge[] {
  const { resolve } = requestModel(document, operation).safe;
  const facets = canonical(site.safe, resolve);
  const sample = (further: Schema): Json | undefined =>
    sampleAt(document, operation, narrowed(site.safe, further), seedOf(site.address), options);
  return Object.keys(site.safe).flatMap((keyword) => {
    const rule = EDGES[keyword];
    return rule === undefined ? [] : facets.flatMap((facet) => rule(facet, sample, site.safe));
  });
}

type EdgeRule = (facet: Facet, sample: (further: Schema) => Json | undefined, schema: Schema) => Edge[];

const EDGES: Readonly<Record<string, EdgeRule>> = {
  minimum: (facet, sample) => numberEdges("minimum", facet, sample),
  exclusiveMinimum: (facet, sample) => numberEdges("exclusiveMinimum", facet, sample),
  maximum: (facet, sample) => numberEdges("maximum", facet, sample),
  exclusiveMaximum: (facet, sample) => numberEdges("exclusiveMaximum", facet, sample),
  minLength: (facet, sample) =>
    countEdges("minLength", "maxLength", "string", facet.minLength, facet.maxLength, 1, facet, sample),
  maxLength: (facet, sample) =>
    countEdges("maxLength", "minLength", "string", facet.maxLength, facet.minLength, -1, facet, sample),
  minItems: (facet, sample) =>
    countEdges("minItems", "maxItems", "array", facet.minItems, facet.maxItems, 1, facet, sample),
  maxItems: (facet, sample) =>
    countEdges("maxItems", "minItems", "array", facet.maxItems, facet.minItems, -1, facet, sample),
  enum: (facet) => valueEdges("enum", facet),
  const: (facet) => valueEdges("const", facet),
  "x-max-bytes": (facet) => byteEdges(facet),
  type: (facet, sample) => typeEdges(facet, sample),
  format: (facet, sample) => exampleEdges("format", facet, sample),
  pattern: (facet, sample) => exampleEdges("pattern", facet, sample),
  multipleOf: (facet, sample) => exampleEdges("multipleOf", facet, sample),
};

function numberEdges(keyword: string, facet: Facet, sample: (further: Schema) => Json | undefined): Edge[] {
  if (facet.type !== "integer" && facet.type !== "number") return [];
  const isLow = keyword.toLowerCase().endsWith("minimum");
  const bound = isLow ? facet.minimum : facet.maximum;
  const isExcluded = isLow ? facet.minimumExcluded : facet.maximumExcluded;
  const step = (facet.multiplesOf[0] ?? (facet.type === "integer" ? 1 : 0.01)) * (isLow ? 1 : -1);
  const at = (value: number, how: string): Edge => {
    const exact = Number(value.toFixed(9));
    return { keyword, description: `${keyword} ${bound}: ${how}`, value: sample({ minimum: exact, maximum: exact }) };
  };
  if (!Number.isFinite(bound)) return [];
  return isExcluded ? [at(bound + step, "next to it")] : [at(bound, "at it"), at(bound + step, "just inside")];
}

function countEdges(
  keyword: string,
  opposite: string,
  type: string,
  bound: number,
  other: number,
  inward: 1 | -1,
  facet: Facet,
  sample: (further: Schema) => Json | undefined,
): Edge[] {
  if (facet.type !== type || bound > SENDABLE || facet.reference !== null) return [];
  const at = (count: number, how: string): Edge => ({
    keyword,
    description: `${keyword} ${bound}: ${how}`,
    value: sample({ [keyword]: count, [opposite]: count }),
  });
  return bound === other ? [at(bound, "at it")] : [at(bound, "at it"), at(bound + inward, "just inside")];
}

function valueEdges(keyword: string, facet: Facet): Edge[] {
  return (facet.values ?? []).map((value) => ({ keyword, description: `${keyword}: ${JSON.stringify(value)}`, value }));
}

function byteEdges(facet: Facet): Edge[] {
  if (facet.type !== "object" || facet.maxBytes > SENDABLE) return [];
  const description = `x-max-bytes ${facet.maxBytes}: as large as every measure of size allows`;
  return [{ keyword: "x-max-bytes", description, value: objectWithinBytes(facet.maxBytes) }];
}

function typeEdges(facet: Facet, sample: (further: Schema) => Json | undefined): Edge[] {
  if (facet.type === "boolean") {
    return [true, false].map((value) => ({ keyword: "type", description: `type boolean: ${value}`, value }));
  }
  return [{ keyword: "type", description: `type ${facet.type}`, value: sample({ type: facet.type }) }];
}

function exampleEdges(keyword: string, facet: Facet, sample: (further: Schema) => Json | undefined): Edge[] {
  return [{ keyword, description: `${keyword}: a value that conforms`, value: sample({ type: facet.type }) }];
}

function distinctCases(cases: readonly BoundaryCase[]): BoundaryCase[] {
  return [...new Map(cases.map((one) => [`${one.address}\n${JSON.stringify(one.input)}`, one])).values()];
}

import type { ApiDocument, Operation } from "../spec/document-model.ts";
import type { BoundaryCase } from "./cases.ts";
import { toPointer, valueAt } from "./pointer.ts";
import type { RequestInput } from "./request-model.ts";
import { requestValue } from "./request-model.ts";
import type { RequestOptions } from "./requests.ts";
import { sampleRequest } from "./requests.ts";
import { seedOf } from "./seed.ts";
import type { Site } from "./sites.ts";
import { requestSites } from "./sites.ts";
import type { PlainOptions } from "./twins.ts";

/** Requests that differ in which optional members they carry: none, each alone, each pair of parameters, all. */
export function optionalCases(document: ApiDocument, operation: Operation, options: PlainOptions): BoundaryCase[] {
  const optional = optionalSites(document, operation);
  const parameters = optional.filter(({ place }) => place !== "body");
  const pairs = parameters.flatMap((a, index) => parameters.slice(index + 1).map((b) => [a, b]));
  const make = (sites: readonly Site[], presence: "none" | "all", description: string): BoundaryCase[] =>
    presenceCase(document, operation, options, sites, presence, description);
  return [
    ...make([], "none", "no optional member"),
    ...optional.flatMap((site) => make([site], "none", `optional member alone: ${toPointer(site.path)}`)),
    ...pairs.flatMap((pair) => make(pair, "none", `pair: ${pair.map(({ path }) => toPointer(path)).join(" and ")}`)),
    ...make([], "all", "every optional member that may stand together"),
  ];
}

/** The members that may be left out, each once. */
function optionalSites(document: ApiDocument, operation: Operation): Site[] {
  const sites = requestSites(document, operation).filter(({ optional }) => optional);
  return [...new Map(sites.map((site) => [toPointer(site.path), site])).values()];
}

function presenceCase(
  document: ApiDocument,
  operation: Operation,
  options: PlainOptions,
  sites: readonly Site[],
  presence: "none" | "all",
  description: string,
): BoundaryCase[] {
  const require = [...(options.require ?? []), ...sites.map(({ path }) => toPointer(path))];
  const asked: RequestOptions = { ...options, require, presence, text: "plain" };
  const input = sampleRequest(document, operation, asked, seedOf(operation.id, description));
  if (input === undefined) return [];
  const site = sites[0];
  return [
    {
      operation: operation.id,
      address: site === undefined ? wholeAddress(operation) : `${site.address}.type`,
      keyword: site === undefined ? "required" : "type",
      pointer: site === undefined ? "" : toPointer(site.path),
      side: "accepted",
      open: null,
      description,
      value: standingAt(input, site),
      input,
    },
  ];
}

function standingAt(input: RequestInput, site: Site | undefined) {
  return valueAt(requestValue(input), site?.path ?? []) ?? null;
}

function wholeAddress(operation: Operation): string {
  return operation.body === null ? `${operation.id}.query` : `${operation.body.address}.type`;
}

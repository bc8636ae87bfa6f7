import type { ApiDocument, Operation } from "../spec/document-model.ts";
import { isObject } from "../spec/json.ts";
import { addressOf } from "./addresses.ts";
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
  const make = (sites: readonly Site[], description: string): BoundaryCase[] =>
    presenceCase(document, operation, options, sites, "none", description);
  return [
    ...make([], "no optional member"),
    ...optional.flatMap((site) => make([site], `optional member alone: ${toPointer(site.path)}`)),
    ...pairs.flatMap((pair) => make(pair, `pair: ${pair.map(({ path }) => toPointer(path)).join(" and ")}`)),
    ...allTogether(document, operation, options),
  ];
}

/** How many samples show the largest sets of members that may stand together. */
const SAMPLES = 8;

/** One case for each largest set of members: some exclude each other. */
function allTogether(document: ApiDocument, operation: Operation, options: PlainOptions): BoundaryCase[] {
  const description = "every optional member that may stand together";
  const cases = Array.from({ length: SAMPLES }, (_, round) =>
    presenceCase(document, operation, options, [], "all", description, round),
  ).flat();
  return [...new Map(cases.map((one) => [membersOf(one.input), one])).values()];
}

function membersOf({ parameters, body }: RequestInput): string {
  return JSON.stringify([Object.keys(parameters).sort(), isObject(body) ? Object.keys(body).sort() : null]);
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
  round = 0,
): BoundaryCase[] {
  const require = [...(options.require ?? []), ...sites.map(({ path }) => toPointer(path))];
  const asked: RequestOptions = { ...options, require, presence, text: "plain" };
  const input = sampleRequest(document, operation, asked, seedOf(operation.id, description, String(round)));
  if (input === undefined) return [];
  const site = sites[0];
  return [
    {
      operation: operation.id,
      address: site === undefined ? wholeAddress(operation) : addressOf(document, site, "type"),
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

import type { ApiDocument, Operation } from "../spec/document/model.ts";
import { isObject } from "../spec/json.ts";
import type { BoundaryCase } from "./cases.ts";
import { constraintAddress } from "./constraint-address.ts";
import { toPointer, valueAt } from "./paths.ts";
import type { PlainOptions } from "./plain-request.ts";
import { plainRequest, validRequestAt } from "./plain-request.ts";
import type { RequestInput } from "./request-model.ts";
import { requestValue } from "./request-model.ts";
import type { RequestOptions } from "./requests.ts";
import { sampleRequest } from "./requests.ts";
import { seedOf } from "./seed.ts";
import type { Site } from "./sites.ts";
import { requestSites } from "./sites.ts";

/** Returns requests with different optional members: none, each by itself, each pair of parameters, all. */
export function optionalCases(document: ApiDocument, operation: Operation, options: PlainOptions): BoundaryCase[] {
  const optional = optionalSites(document, operation);
  const parameters = optional.filter(({ place }) => place !== "body");
  const pairs = parameters.flatMap((a, index) => parameters.slice(index + 1).map((b): [Site, Site] => [a, b]));
  const frame: Frame = { document, operation };
  return [
    ...presenceCase(frame, undefined, "no optional member", plainRequest(document, operation, options)),
    ...optional.flatMap((site) =>
      presenceCase(
        frame,
        site,
        `optional member alone: ${toPointer(site.path)}`,
        validRequestAt(document, operation, site, options),
      ),
    ),
    ...pairs.flatMap(([a, b]) =>
      presenceCase(
        frame,
        a,
        `pair: ${toPointer(a.path)} and ${toPointer(b.path)}`,
        pairOf(frame, a, b, options),
        "pair",
      ),
    ),
    ...allTogether(frame, options),
  ];
}

/** The shared input of all cases here. */
interface Frame {
  readonly document: ApiDocument;
  readonly operation: Operation;
}

function pairOf({ document, operation }: Frame, a: Site, b: Site, options: PlainOptions): RequestInput | undefined {
  const require = [...(options.require ?? []), toPointer(a.path), toPointer(b.path)];
  const asked: RequestOptions = { ...options, require, presence: "none", text: "plain" };
  return sampleRequest(document, operation, asked, seedOf(a.address, b.address));
}

/** The number of samples that cover the largest sets of members that can be combined. */
const SAMPLES = 8;

/** One case for each largest set of members: some exclude each other. */
function allTogether(frame: Frame, options: PlainOptions): BoundaryCase[] {
  const { document, operation } = frame;
  const requests = Array.from({ length: SAMPLES }, (_, round) =>
    sampleRequest(
      document,
      operation,
      { ...options, presence: "all", text: "plain" },
      seedOf(operation.id, `${round}`),
    ),
  ).filter((input) => input !== undefined);
  const largest = new Map(requests.map((input) => [membersOf(input), input]));
  return [...largest.values()].flatMap((input) =>
    presenceCase(frame, undefined, "every optional member that may stand together", input),
  );
}

function membersOf({ parameters, body }: RequestInput): string {
  return JSON.stringify([Object.keys(parameters).sort(), isObject(body) ? Object.keys(body).sort() : null]);
}

/** Returns the sites of optional members, each once. */
function optionalSites(document: ApiDocument, operation: Operation): Site[] {
  const unknown = operation.parameters.filter(({ nameUnknown }) => nameUnknown).map(({ role }) => role);
  const sites = requestSites(document, operation).filter(
    ({ optional, place, path }) => optional && (place === "body" || !unknown.includes(path[1] ?? "")),
  );
  return [...new Map(sites.map((site) => [toPointer(site.path), site])).values()];
}

function presenceCase(
  { document, operation }: Frame,
  site: Site | undefined,
  description: string,
  input: RequestInput | undefined,
  aspect: BoundaryCase["aspect"] = "presence",
): BoundaryCase[] {
  if (input === undefined) return [];
  return [
    {
      address: site === undefined ? wholeAddress(operation) : constraintAddress(document, site, "type"),
      keyword: site === undefined ? "required" : "type",
      pointer: site === undefined ? "" : toPointer(site.path),
      aspect,
      open: null,
      description,
      value: currentValueAt(input, site),
      input,
    },
  ];
}

function currentValueAt(input: RequestInput, site: Site | undefined) {
  return valueAt(requestValue(input), site?.path ?? []) ?? null;
}

function wholeAddress(operation: Operation): string {
  return operation.body === null ? `${operation.id}.query` : `${operation.body.address}.type`;
}

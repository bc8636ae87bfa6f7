import { stepName } from "../spec/document/constraints.ts";
import { keywordKind } from "../spec/document/keywords.ts";
import type { ApiDocument, Operation, Parameter, Schema } from "../spec/document/model.ts";
import { pointerOfReference, pointerTo } from "../spec/pointer.ts";
import type { RequestModel } from "./request-model.ts";
import { requestModel } from "./request-model.ts";
import type { AnySchema } from "./subschemas.ts";
import { stringList, subschema, subschemaList, subschemaMap } from "./subschemas.ts";
import { nameMatching } from "./values/pattern.ts";

/** One schema of an operation's requests, with the place in the request where it applies. */
export interface Site {
  readonly operation: string;
  readonly place: Parameter["in"] | "body";
  /** Prefix of the addresses of its keywords: `create-task.body.title`. */
  readonly address: string;
  /** JSON pointer of the schema in the document. */
  readonly pointer: string;
  /** Path in `{ parameters, body }`: `["body", "title"]`; items of an array are `"0"`. */
  readonly path: readonly string[];
  /** The rules of the contract for this place. */
  readonly rules: Schema;
  /** The values that every reading accepts at this place. */
  readonly safe: Schema;
  /** True when the member may be left out. */
  readonly optional: boolean;
}

/** The place of a site without its schemas. */
type Spot = Omit<Site, "rules" | "safe">;

const known = new WeakMap<RequestModel, readonly Site[]>();

/** Returns every schema of an operation's requests, parameters first, each component once per path to it. */
export function requestSites(document: ApiDocument, operation: Operation): readonly Site[] {
  const model = requestModel(document, operation);
  const sites = known.get(model) ?? collect(model);
  known.set(model, sites);
  return sites;
}

function collect(model: RequestModel): Site[] {
  const { body, id, parameters } = model.operation;
  const ofParameters = parameters.flatMap((parameter) => parameterSites(model, parameter));
  if (body === null || model.rules.body === null || model.safe.body === null) return ofParameters;
  const { address, pointer } = body;
  const spot: Spot = { operation: id, place: "body", address, pointer, path: ["body"], optional: false };
  return [...ofParameters, ...sitesAt(model, spot, model.rules.body, model.safe.body, [])];
}

function parameterSites(model: RequestModel, parameter: Parameter): Site[] {
  const { role, address, pointer, required } = parameter;
  const place = parameter.in;
  const path = ["parameters", role];
  const spot: Spot = { operation: model.operation.id, place, address, pointer, path, optional: !required };
  return sitesAt(model, spot, model.rules.parameters[role] ?? {}, model.safe.parameters[role] ?? {}, []);
}

function sitesAt(model: RequestModel, spot: Spot, rules: AnySchema, safe: AnySchema, trail: readonly string[]): Site[] {
  if (typeof rules === "boolean" || typeof safe === "boolean") return [];
  const own: Site = { ...spot, rules, safe };
  const inner = innerSpots(own).flatMap(({ spot, rules, safe }) => sitesAt(model, spot, rules, safe, trail));
  return [...(onlyRefers(safe) ? [] : [own]), ...inner, ...referredSites(model, own, trail)];
}

/** Returns true for a reference without further keywords: its target counts as the same place. */
function onlyRefers(schema: Schema): boolean {
  const others = Object.keys(schema).filter((keyword) => keyword !== "$ref");
  return schema.$ref !== undefined && others.every((keyword) => keywordKind(keyword) === "annotation");
}

function referredSites(model: RequestModel, site: Site, trail: readonly string[]): Site[] {
  const ref = site.rules.$ref;
  if (typeof ref !== "string" || trail.includes(ref)) return [];
  const target = model.rules.resolve(ref);
  const safeTarget = model.safe.resolve(ref);
  if (target === undefined || safeTarget === undefined) return [];
  const { rules: _rules, safe: _safe, ...spot } = site;
  const pointer = pointerOfReference(ref) ?? site.pointer;
  return sitesAt(model, { ...spot, pointer }, target, safeTarget, [...trail, ref]);
}

/** A schema inside another one, in both readings, and where it applies. */
interface Inner {
  readonly spot: Spot;
  readonly rules: AnySchema;
  readonly safe: AnySchema;
}

function innerSpots(site: Site): Inner[] {
  return [...partsOfAll(site), ...members(site), ...others(site), ...items(site)];
}

function partsOfAll(site: Site): Inner[] {
  const safe = subschemaList(site.safe, "allOf");
  return subschemaList(site.rules, "allOf").map((rules, index) => ({
    spot: { ...site, pointer: pointerTo(site.pointer, "allOf", index) },
    rules,
    safe: besideOthers(safe[index] ?? rules, {
      ...site.safe,
      allOf: safe.filter((_, other) => other !== index) as never,
    }),
  }));
}

/**
 * Returns a part of an `allOf` merged with the other rules of the schema, since the part may not even state its type.
 */
function besideOthers(part: AnySchema, others: Schema): AnySchema {
  if (typeof part === "boolean") return part;
  return { ...part, allOf: [...subschemaList(part, "allOf"), others] as never };
}

function members(site: Site): Inner[] {
  const safe = new Map(subschemaMap(site.safe, "properties"));
  return subschemaMap(site.rules, "properties").map(([name, rules]) => ({
    spot: below(site, name, ["properties", name], `.${stepName(name)}`),
    rules,
    safe: safe.get(name) ?? rules,
  }));
}

/** A name for members that a schema describes without naming them. */
const UNNAMED = "anyMember";

function others(site: Site): Inner[] {
  const safe = new Map(subschemaMap(site.safe, "patternProperties"));
  const matching = subschemaMap(site.rules, "patternProperties").flatMap(([pattern, rules]) => {
    const name = nameMatching(pattern);
    const spot = below(site, name ?? "", ["patternProperties", pattern], `.{${pattern}}`);
    return name === undefined ? [] : [{ spot, rules, safe: safe.get(pattern) ?? rules }];
  });
  const rules = subschema(site.rules, "additionalProperties");
  if (rules === undefined) return matching;
  const spot = below(site, UNNAMED, ["additionalProperties"], ".{}");
  return [...matching, { spot, rules, safe: subschema(site.safe, "additionalProperties") ?? rules }];
}

function items(site: Site): Inner[] {
  const safePrefix = subschemaList(site.safe, "prefixItems");
  const prefix = subschemaList(site.rules, "prefixItems").map((rules, index) => ({
    spot: { ...below(site, String(index), ["prefixItems", index], `[${index}]`), optional: false },
    rules,
    safe: safePrefix[index] ?? rules,
  }));
  const rules = subschema(site.rules, "items");
  if (rules === undefined) return prefix;
  const spot = { ...below(site, String(prefix.length), ["items"], "[]"), optional: false };
  return [...prefix, { spot, rules, safe: subschema(site.safe, "items") ?? rules }];
}

function below(site: Site, name: string, steps: readonly (string | number)[], suffix: string): Spot {
  return {
    operation: site.operation,
    place: site.place,
    address: `${site.address}${suffix}`,
    pointer: pointerTo(site.pointer, ...steps),
    path: [...site.path, name],
    optional: !stringList(site.safe.required).includes(name),
  };
}

import type { ApiDocument, Operation, Parameter, Schema } from "../spec/document-model.ts";
import type { RequestModel } from "./request-model.ts";
import { componentName, requestModel } from "./request-model.ts";
import type { AnySchema } from "./subschemas.ts";
import { stringList, subschema, subschemaList, subschemaMap } from "./subschemas.ts";

/** One schema of an operation's requests, at the place in the request where it applies. */
export interface Site {
  readonly operation: string;
  readonly place: "query" | "path" | "header" | "body";
  /** Prefix of the addresses of its keywords: `create-task.body.title`. */
  readonly address: string;
  /** Path in `{ parameters, body }`: `["body", "title"]`; items of an array are `"0"`. */
  readonly path: readonly string[];
  /** What the contract decides here. */
  readonly rules: Schema;
  /** What every reading accepts here. */
  readonly safe: Schema;
  /** True when the member may be left out. */
  readonly optional: boolean;
}

/** The place of a site without its schemas. */
type Spot = Omit<Site, "rules" | "safe">;

/** Every schema of an operation's requests, parameters first, each component once per way to it. */
export function requestSites(document: ApiDocument, operation: Operation): Site[] {
  const model = requestModel(document, operation);
  const parameters = operation.parameters.flatMap((parameter) => parameterSites(model, parameter));
  const { body } = operation;
  if (body === null || model.rules.body === null || model.safe.body === null) return parameters;
  const spot: Spot = { operation: operation.id, place: "body", address: body.address, path: ["body"], optional: false };
  return [...parameters, ...sitesAt(model, spot, model.rules.body, model.safe.body, [])];
}

function parameterSites(model: RequestModel, parameter: Parameter): Site[] {
  const { role, address, required } = parameter;
  const rules = model.rules.parameters[role] ?? {};
  const safe = model.safe.parameters[role] ?? {};
  const spot: Spot = {
    operation: model.operation.id,
    place: parameter.in,
    address,
    path: ["parameters", role],
    optional: !required,
  };
  return sitesAt(model, spot, rules, safe, []);
}

function sitesAt(model: RequestModel, spot: Spot, rules: AnySchema, safe: AnySchema, trail: readonly string[]): Site[] {
  if (typeof rules === "boolean" || typeof safe === "boolean") return [];
  const own: Site = { ...spot, rules, safe };
  return [
    own,
    ...referredSites(model, spot, rules, safe, trail),
    ...subschemaList(rules, "allOf").flatMap((part, index) =>
      sitesAt(model, spot, part, subschemaList(safe, "allOf")[index] ?? part, trail),
    ),
    ...memberSites(model, own, trail),
    ...itemSites(model, own, trail),
  ];
}

function referredSites(model: RequestModel, spot: Spot, rules: Schema, safe: Schema, trail: readonly string[]): Site[] {
  const ref = rules.$ref;
  if (typeof ref !== "string" || trail.includes(ref)) return [];
  const target = model.rules.resolve(ref);
  const safeTarget = model.safe.resolve(safe.$ref ?? ref);
  if (target === undefined || safeTarget === undefined) return [];
  return sitesAt(model, { ...spot, address: componentName(ref) }, target, safeTarget, [...trail, ref]);
}

function memberSites(model: RequestModel, parent: Site, trail: readonly string[]): Site[] {
  const safeMembers = new Map(subschemaMap(parent.safe, "properties"));
  const required = stringList(parent.safe.required);
  return subschemaMap(parent.rules, "properties").flatMap(([name, rules]) => {
    const spot: Spot = {
      operation: parent.operation,
      place: parent.place,
      address: `${parent.address}.${name}`,
      path: [...parent.path, name],
      optional: !required.includes(name),
    };
    return sitesAt(model, spot, rules, safeMembers.get(name) ?? rules, trail);
  });
}

function itemSites(model: RequestModel, parent: Site, trail: readonly string[]): Site[] {
  const spotAt = (index: number): Spot => ({
    operation: parent.operation,
    place: parent.place,
    address: `${parent.address}[]`,
    path: [...parent.path, String(index)],
    optional: false,
  });
  const prefix = subschemaList(parent.rules, "prefixItems");
  const safePrefix = subschemaList(parent.safe, "prefixItems");
  const items = subschema(parent.rules, "items");
  return [
    ...prefix.flatMap((part, index) => sitesAt(model, spotAt(index), part, safePrefix[index] ?? part, trail)),
    ...(items === undefined
      ? []
      : sitesAt(model, spotAt(prefix.length), items, subschema(parent.safe, "items") ?? items, trail)),
  ];
}

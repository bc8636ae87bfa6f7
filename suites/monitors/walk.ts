import type { ApiDocument, Constraint } from "../../spec/document-model.ts";
import { isObject, type Json } from "../../spec/json.ts";
import { pointerOfReference, pointerTo, valueAt } from "../../spec/pointer.ts";
import type { Validator } from "../../spec/validate.ts";

/** How often a field of an answer was seen, and how often with a value. */
export interface FieldCount {
  readonly address: string;
  readonly seen: number;
  readonly nonNull: number;
}

/** Finds out which constraints of the document a value gave evidence for. */
export interface Walker {
  /** Requirements whose constraints stand at the places of the schema that the value reaches. */
  walk(pointer: string, value: Json): ReadonlySet<string>;
  fields(): readonly FieldCount[];
}

/** One place of the document that constraints stand at. */
interface Place {
  readonly address: string;
  readonly requirements: Set<string>;
  seen: number;
  nonNull: number;
}

/** Items of a list that are looked into: they share one schema, and every one of them is validated anyway. */
const ITEMS_WALKED = 8;

/** A walker over the response schemas of a document. */
export function createWalker(
  document: ApiDocument,
  constraints: readonly Constraint[],
  claimed: ReadonlyMap<string, string>,
  validator: Validator,
): Walker {
  const places = placesOf(constraints, claimed);

  function visit(pointer: string, value: Json, found: Set<string>): void {
    const schema = lookUp(document, pointer);
    if (!isObject(schema)) return;
    note(places.get(pointer), value, found);
    if (typeof schema.$ref === "string") visit(pointerOfReference(schema.$ref) ?? pointer, value, found);
    for (const branch of branches(pointer, schema.allOf, "allOf")) visit(branch, value, found);
    for (const keyword of ["anyOf", "oneOf"]) {
      for (const branch of branches(pointer, schema[keyword], keyword)) {
        if (validator.validate(branch, value).length === 0) visit(branch, value, found);
      }
    }
    descend(pointer, schema, value, found);
  }

  function descend(pointer: string, schema: { [keyword: string]: Json }, value: Json, found: Set<string>): void {
    if (Array.isArray(value) && isObject(schema.items)) {
      for (const item of value.slice(0, ITEMS_WALKED)) visit(pointerTo(pointer, "items"), item, found);
    }
    if (!isObject(value) || !isObject(schema.properties)) return;
    for (const name of Object.keys(schema.properties)) {
      const place = pointerTo(pointer, "properties", name);
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member !== undefined) visit(place, member, found);
      else if (isForbidden(schema.properties[name])) note(places.get(place), true, found);
    }
  }

  return {
    walk(pointer, value) {
      const found = new Set<string>();
      visit(pointer, value, found);
      return found;
    },
    fields: () => [...places.values()].map(({ address, seen, nonNull }) => ({ address, seen, nonNull })),
  };
}

function placesOf(constraints: readonly Constraint[], claimed: ReadonlyMap<string, string>): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { pointer, address, keyword } of constraints) {
    const node = pointer.slice(0, pointer.lastIndexOf(`/${keyword}`));
    const place = places.get(node) ?? {
      address: address.slice(0, address.lastIndexOf(`.${keyword}`)),
      requirements: new Set<string>(),
      seen: 0,
      nonNull: 0,
    };
    const requirement = claimed.get(address);
    if (requirement !== undefined) place.requirements.add(requirement);
    places.set(node, place);
  }
  return places;
}

/** A null says nothing about what a value would have to be. */
function note(place: Place | undefined, value: Json, found: Set<string>): void {
  if (!place) return;
  place.seen += 1;
  if (value === null) return;
  place.nonNull += 1;
  for (const requirement of place.requirements) found.add(requirement);
}

/** A member that may not carry a value: its absence is evidence. */
function isForbidden(schema: Json | undefined): boolean {
  return schema === false || (isObject(schema) && schema.type === "null");
}

function branches(pointer: string, list: Json | undefined, keyword: string): string[] {
  return Array.isArray(list) ? list.map((_, index) => pointerTo(pointer, keyword, index)) : [];
}

const lookUps = new WeakMap<ApiDocument, Map<string, Json | undefined>>();

function lookUp(document: ApiDocument, pointer: string): Json | undefined {
  const memory = lookUps.get(document) ?? new Map<string, Json | undefined>();
  lookUps.set(document, memory);
  if (!memory.has(pointer)) memory.set(pointer, valueAt(document.raw, pointer));
  return memory.get(pointer);
}

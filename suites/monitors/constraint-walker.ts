import type { ApiDocument, Constraint } from "../../spec/document/model.ts";
import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { pointerOfReference, pointerTo, valueAt } from "../../spec/pointer.ts";
import type { Validator } from "../../spec/validation/validate.ts";

/** The number of times that a response field was seen, and was seen with a value. */
export interface FieldCount {
  readonly address: string;
  readonly seen: number;
  readonly nonNull: number;
}

/** Finds the constraints of the document that a value is evidence for. */
export interface ConstraintWalker {
  /** Returns the requirements whose constraints are in the parts of the schema that the value reaches. */
  walk(pointer: string, value: Json): ReadonlySet<string>;
  fields(): readonly FieldCount[];
}

/** A place of the document with constraints. */
interface Place {
  readonly address: string;
  readonly requirements: Set<string>;
  seen: number;
  nonNull: number;
}

/** A schema prepared for walks, with the pointers that it leads to. */
interface Node {
  readonly place: Place | undefined;
  /** Schemas that apply too: the target of a reference, the parts of an `allOf`. */
  readonly parts: readonly string[];
  /** Branches of which some apply. */
  readonly choices: readonly string[];
  readonly items: string | null;
  readonly members: readonly { readonly name: string; readonly pointer: string; readonly forbidden: boolean }[];
}

/** The most items of a list that are visited: they share one schema, and all are validated anyway. */
const ITEMS_WALKED = 8;

/** Creates a walker over the response schemas of a document. */
export function createConstraintWalker(
  document: ApiDocument,
  constraints: readonly Constraint[],
  claimed: ReadonlyMap<string, string>,
  validator: Validator,
): ConstraintWalker {
  const places = placesOf(constraints, claimed);
  const nodes = new Map<string, Node | null>();

  function nodeAt(pointer: string): Node | null {
    const known = nodes.get(pointer);
    if (known !== undefined) return known;
    const node = readNode(pointer, valueAt(document.raw, pointer), places);
    nodes.set(pointer, node);
    return node;
  }

  function visit(pointer: string, value: Json, found: Set<string>): void {
    const node = nodeAt(pointer);
    if (node === null) return;
    note(node.place, value, found);
    for (const part of node.parts) visit(part, value, found);
    for (const choice of node.choices) if (validator.validate(choice, value).length === 0) visit(choice, value, found);
    if (Array.isArray(value)) visitItems(node, value, found);
    else if (isObject(value)) visitMembers(node, value, found);
  }

  function visitItems({ items }: Node, value: readonly Json[], found: Set<string>): void {
    if (items !== null) for (const item of value.slice(0, ITEMS_WALKED)) visit(items, item, found);
  }

  function visitMembers({ members }: Node, value: JsonObject, found: Set<string>): void {
    for (const { name, pointer, forbidden } of members) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      // A null counts as absent for required and for forbidden members.
      if (forbidden && (member === undefined || member === null)) note(places.get(pointer), true, found);
      else if (member !== undefined) visit(pointer, member, found);
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

/** Counts a value. A null is not evidence for constraints on values. */
function note(place: Place | undefined, value: Json, found: Set<string>): void {
  if (!place) return;
  place.seen += 1;
  if (value === null) return;
  place.nonNull += 1;
  for (const requirement of place.requirements) found.add(requirement);
}

/** Returns true for a member that must have no value, so that its absence is evidence. */
function isForbidden(schema: Json | undefined): boolean {
  return schema === false || (isObject(schema) && schema.type === "null");
}

function branches(pointer: string, list: Json | undefined, keyword: string): string[] {
  return Array.isArray(list) ? list.map((_, index) => pointerTo(pointer, keyword, index)) : [];
}

function readNode(pointer: string, schema: Json | undefined, places: ReadonlyMap<string, Place>): Node | null {
  if (!isObject(schema)) return null;
  const referred = typeof schema.$ref === "string" ? pointerOfReference(schema.$ref) : null;
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return {
    place: places.get(pointer),
    parts: [...(referred === null ? [] : [referred]), ...branches(pointer, schema.allOf, "allOf")],
    choices: [...branches(pointer, schema.anyOf, "anyOf"), ...branches(pointer, schema.oneOf, "oneOf")],
    items: isObject(schema.items) ? pointerTo(pointer, "items") : null,
    members: properties.map(([name, member]) => {
      return { name, pointer: pointerTo(pointer, "properties", name), forbidden: isForbidden(member) };
    }),
  };
}

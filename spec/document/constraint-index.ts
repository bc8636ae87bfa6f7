import { pointerTo, valueAt } from "../pointer.ts";
import { constraintsOf } from "./constraints.ts";
import type { ApiDocument, Constraint } from "./model.ts";

/** The user of a schema: requests or responses, of one operation or (null) of several. */
export type SchemaUser = Pick<Constraint, "side" | "operation">;

/** Finds the schemas of a document by address. */
export interface PlaceIndex {
  /** Pointer of a schema named by itself or by an address. @throws Error when the document has none there */
  pointerOf(place: string): string;
  /** Returns the user of the schema at a pointer; for components that of responses. */
  userAt(pointer: string): SchemaUser;
}

/** Finds constraints by the pointer of their keyword. */
export interface ConstraintIndex {
  /**
   * Returns the constraint at the pointer of a keyword, or else that of the combinator around it.
   *
   * @param user the user of the schema, for constraints that requests and responses or several operations share
   */
  at(pointer: string, user: SchemaUser): Constraint | null;
}

/** The schemas of a document by pointer and by address. */
export function createPlaceIndex(document: ApiDocument): PlaceIndex {
  const byAddress = new Map(
    Object.keys(document.schemas).map((name) => [name, pointerTo("/components/schemas", name)]),
  );
  for (const { parameters, body, responses } of document.operations) {
    const places = [...parameters, ...(body === null ? [] : [body]), ...responses.values()];
    for (const { address, pointer } of places) byAddress.set(address, pointer);
  }
  for (const { id, responses } of document.operations) {
    for (const [status, { pointer }] of responses) byAddress.set(`${id}.${status}`, pointer);
  }
  function find(place: string): string {
    const pointer = place.startsWith("/") ? place : byAddress.get(place);
    if (pointer === undefined || valueAt(document.raw, pointer) === undefined) {
      throw new Error(`the document has no schema at "${place}"`);
    }
    return pointer;
  }
  // Cached, since every judged value needs its place.
  const found = new Map<string, string>();
  return {
    pointerOf(place) {
      const pointer = found.get(place) ?? find(place);
      found.set(place, pointer);
      return pointer;
    },
    userAt(pointer) {
      const operation = document.operations.find((one) => pointer.startsWith(`${one.pointer}/`));
      if (operation === undefined) return { side: "response", operation: null };
      const isOfResponse = pointer.startsWith(`${operation.pointer}/responses/`);
      return { side: isOfResponse ? "response" : "request", operation: operation.id };
    },
  };
}

/** The constraints of a document by the pointer of their keyword. */
export function createConstraintIndex(document: ApiDocument): ConstraintIndex {
  const byPointer = new Map<string, Constraint[]>();
  for (const constraint of constraintsOf(document)) {
    byPointer.set(constraint.pointer, [...(byPointer.get(constraint.pointer) ?? []), constraint]);
  }
  return {
    at(pointer, { side, operation }) {
      for (let place = pointer; place !== ""; place = place.slice(0, place.lastIndexOf("/"))) {
        const found = byPointer.get(place);
        if (found === undefined) continue;
        const [first = null, ...others] = found.filter((constraint) => constraint.side === side);
        if (first === null) return found[0] ?? null;
        return [first, ...others].find((constraint) => constraint.operation === operation) ?? first;
      }
      return null;
    },
  };
}

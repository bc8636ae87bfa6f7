import { pointerTo, valueAt } from "../pointer.ts";
import { constraintsOf } from "./constraints.ts";
import type { ApiDocument, Constraint } from "./model.ts";

/** Finds the schemas of a document by what they are called. */
export interface PlaceIndex {
  /** Pointer of a schema named by itself or by an address. @throws Error when the document has none there */
  pointerOf(place: string): string;
  /** Id of the operation whose description holds a pointer; null for components. */
  operationAt(pointer: string): string | null;
}

/** Finds constraints by where their keyword stands. */
export interface ConstraintIndex {
  /**
   * The constraint at the pointer of a keyword, or else the combinator around it.
   *
   * @param operation the operation concerned, for what several refer to
   */
  at(pointer: string, operation: string | null): Constraint | null;
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
  // Every value that is judged asks for its place.
  const found = new Map<string, string>();
  return {
    pointerOf(place) {
      const pointer = found.get(place) ?? find(place);
      found.set(place, pointer);
      return pointer;
    },
    operationAt: (pointer) => document.operations.find((one) => pointer.startsWith(`${one.pointer}/`))?.id ?? null,
  };
}

/** The constraints of a document by the pointer of their keyword. */
export function createConstraintIndex(document: ApiDocument): ConstraintIndex {
  const byPointer = new Map<string, Constraint[]>();
  for (const constraint of constraintsOf(document)) {
    byPointer.set(constraint.pointer, [...(byPointer.get(constraint.pointer) ?? []), constraint]);
  }
  return {
    at(pointer, operation) {
      for (let place = pointer; place !== ""; place = place.slice(0, place.lastIndexOf("/"))) {
        const found = byPointer.get(place);
        if (found !== undefined) return found.find((one) => one.operation === operation) ?? found[0] ?? null;
      }
      return null;
    },
  };
}

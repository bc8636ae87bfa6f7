import type { JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerOfReference, valueAt } from "../pointer.ts";
import type { DocumentProblem } from "./document-problem.ts";
import { invalid } from "./document-problem.ts";
import { subschemas } from "./schema-walk.ts";

/** Keywords whose schemas judge the same value as the schema around them. */
const IN_PLACE = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else"]);

/**
 * Returns a problem for schemas that refer back to themselves without stepping into the value, since they could never
 * be evaluated. A recursion through properties or items is valid, as it ends with the value.
 */
export function referenceLoops(root: JsonObject, pointers: Iterable<string>): DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  const finished = new Set<string>();

  function visit(pointer: string, path: ReadonlySet<string>): void {
    if (path.has(pointer)) {
      problems.push(
        invalid(
          pointer,
          "the schema refers to itself in place, without an end",
          "Let the recursion pass through a property or an item.",
        ),
      );
      finished.add(pointer);
    }
    if (finished.has(pointer)) return;
    for (const next of inPlace(root, pointer)) visit(next, new Set([...path, pointer]));
    finished.add(pointer);
  }

  for (const pointer of pointers) visit(pointer, new Set());
  return problems;
}

function inPlace(root: JsonObject, pointer: string): string[] {
  const schema = valueAt(root, pointer);
  if (!isObject(schema)) return [];
  const target = typeof schema.$ref === "string" ? pointerOfReference(schema.$ref) : null;
  const inner = subschemas(schema, pointer).filter(({ keyword }) => IN_PLACE.has(keyword));
  return [...inner.map((subschema) => subschema.pointer), ...(target === null ? [] : [target])];
}

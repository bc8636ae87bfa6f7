import { MissingReference, type RequestInput, resolveReferences } from "../../generators/index.ts";
import type { ApiDocument } from "../../spec/document-model.ts";
import type { ReferenceKind } from "../../spec/family.ts";
import type { CaseContext } from "./check.ts";
import { Inconclusive, Skipped } from "./outcome.ts";
import type { References } from "./reference-model.ts";

/** Where ids come from, and whether a thing in any state will do. */
export interface Resolving {
  readonly document: ApiDocument;
  readonly references: References;
  readonly anyState: boolean;
}

/**
 * Puts ids in the places of the references. Which ones are needed is found by a first pass, because ids are had
 * by requests; an optional member whose id cannot be had is left out.
 */
export async function resolveInput(
  input: RequestInput,
  context: CaseContext,
  { document, references, anyState }: Resolving,
): Promise<RequestInput> {
  const operation = document.operations.find(({ id }) => id === input.operation);
  if (!operation) throw new Inconclusive(`the document has no operation ${input.operation}`);
  const ids = new Map<string, string | Skipped>();
  const needed: { kind: ReferenceKind; place: string; index: number }[] = [];
  resolveReferences(document, operation, input, (kind, place, index) => {
    needed.push({ kind, place, index });
    return "x";
  });
  for (const { kind, place, index } of needed) {
    const provide = () =>
      anyState ? references.provide(kind, null, context) : references.resolve(kind, place, context);
    ids.set(`${place} ${index}`, await idOrSkip(provide));
  }
  try {
    return resolveReferences(document, operation, input, (_kind, place, index) => {
      const id = ids.get(`${place} ${index}`);
      return typeof id === "string" ? id : undefined;
    });
  } catch (error) {
    const skipped = [...ids.values()].find((id) => id instanceof Skipped);
    throw error instanceof MissingReference && skipped ? skipped : error;
  }
}

async function idOrSkip(provide: () => Promise<string>): Promise<string | Skipped> {
  try {
    return await provide();
  } catch (error) {
    if (error instanceof Skipped) return error;
    throw error;
  }
}

import { createConstraintIndex, createPlaceIndex } from "../document/constraint-index.ts";
import type { ApiDocument } from "../document/model.ts";
import type { Json } from "../json.ts";
import { memoize } from "../memoize.ts";
import { compiledSchemas } from "./compiled-schemas.ts";
import type { Failure } from "./failure.ts";
import { createSchemaEngine } from "./schema-engine.ts";

/** A rule of the document that a value breaks. */
export interface Violation {
  /** JSON pointer into the value, "" for the root. A missing member is reported at the object that lacks it. */
  readonly instancePointer: string;
  /** JSON pointer of the keyword in the document. */
  readonly documentPointer: string;
  /** The address of the constraint, as in `constraintsOf`. */
  readonly address: string;
  readonly keyword: string;
  /** The expectation: `must be string`. */
  readonly message: string;
  /** Details of the keyword: `missingProperty`, `limit`, `allowedValues` … */
  readonly params: Readonly<Record<string, Json>>;
}

/** Judges values by the schemas of one document. */
export interface Validator {
  /**
   * Returns the violations of a value against the schema at a place; an empty list for a valid value.
   *
   * @param place JSON pointer of a schema, or the address of a body, a response, a parameter or a component
   *   (`create-task.body`, `list-tasks.200`, `list-tasks.query.limit`, `Task`)
   * @throws Error if the document has no such place
   */
  validate(place: string, value: Json): readonly Violation[];
}

/** The strictness with which a validator reads the document. */
export interface ValidatorOptions {
  /** Also judge by keywords that are open (`x-open`), which are the document's own choices. False by default. */
  readonly open?: boolean;
  /** Also judge by the safe zones (`x-safe`), which every reading accepts. False by default. */
  readonly safe?: boolean;
}

/** Returns the validator of a document. Each schema is compiled when first needed, and then kept. */
export function validatorOf(document: ApiDocument, { open = false, safe = false }: ValidatorOptions = {}): Validator {
  return known(document, { open, safe });
}

const known = memoize(createValidator, ({ open, safe }) => `${open} ${safe}`);

function createValidator(document: ApiDocument, options: Required<ValidatorOptions>): Validator {
  const places = createPlaceIndex(document);
  const constraints = createConstraintIndex(document);
  const engine = createSchemaEngine(document.raw, options, compiledSchemas(document.sha256, options));
  return {
    validate(place, value) {
      const pointer = places.pointerOf(place);
      const failures = engine.failures(pointer, value);
      if (failures.length === 0) return [];
      const user = places.userAt(pointer);
      return oneForEachCause(failures).map((failure) => {
        const { instancePointer, message, params } = failure;
        const rule = constraints.at(failure.documentPointer, user);
        const documentPointer = rule?.pointer ?? failure.documentPointer;
        const address = rule?.address ?? documentPointer;
        return {
          instancePointer,
          documentPointer,
          address,
          keyword: rule?.keyword ?? failure.keyword,
          message,
          params,
        };
      });
    },
  };
}

/**
 * Returns one failure for each cause: a value of the wrong type breaks its bounds and patterns for that reason only,
 * and a rule that two schemas state for one place is reported by the first.
 */
function oneForEachCause(failures: readonly Failure[]): Failure[] {
  const mistyped = new Set(failures.filter(isAboutType).map(({ instancePointer }) => instancePointer));
  const causes = new Map<string, Failure>();
  for (const failure of failures) {
    if (mistyped.has(failure.instancePointer) && !isAboutType(failure)) continue;
    const { missingProperty = null, additionalProperty = null } = failure.params;
    const cause = JSON.stringify([failure.instancePointer, failure.keyword, missingProperty, additionalProperty]);
    if (!causes.has(cause)) causes.set(cause, failure);
  }
  return [...causes.values()];
}

function isAboutType({ keyword }: Failure): boolean {
  return keyword === "type";
}

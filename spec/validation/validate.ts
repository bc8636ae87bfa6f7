import { createConstraintIndex, createPlaceIndex } from "../document/constraint-index.ts";
import type { ApiDocument } from "../document/model.ts";
import type { Json } from "../json.ts";
import { remembered } from "../remembered.ts";
import type { Failure } from "./failure.ts";
import { keptSchemas } from "./kept-schemas.ts";
import { createSchemaEngine } from "./schema-engine.ts";

/** A rule of the document that a value breaks. */
export interface Violation {
  /** Where in the value: a JSON pointer, "" for the whole. A missing member is told of the object that lacks it. */
  readonly instancePointer: string;
  /** JSON pointer of the keyword in the document. */
  readonly documentPointer: string;
  /** The constraint's address, as `constraintsOf` has it. */
  readonly address: string;
  readonly keyword: string;
  /** What is demanded: `must be string`. */
  readonly message: string;
  /** Particulars of the keyword: `missingProperty`, `limit`, `allowedValues` … */
  readonly params: Readonly<Record<string, Json>>;
}

/** Judges values by the schemas of one document. */
export interface Validator {
  /**
   * What is wrong with a value by the schema at a place; nothing for a valid one.
   *
   * @param place JSON pointer of a schema, or the address of a body, a response, a parameter or a component
   *   (`create-task.body`, `list-tasks.200`, `list-tasks.query.limit`, `Task`)
   * @throws Error when the document has no such place
   */
  validate(place: string, value: Json): readonly Violation[];
}

/** How narrowly a validator reads the document. */
export interface ValidatorOptions {
  /** Judge by the keywords that are open (`x-open`) too: by the document's own choices. False unless said. */
  readonly open?: boolean;
  /** Judge by the safe zones (`x-safe`) too: by what every reading accepts. False unless said. */
  readonly safe?: boolean;
}

/** The validator for the schemas of a document; each is compiled when it is first asked for, and then kept. */
export function validatorOf(document: ApiDocument, { open = false, safe = false }: ValidatorOptions = {}): Validator {
  return known(document, { open, safe });
}

const known = remembered(createValidator, ({ open, safe }) => `${open} ${safe}`);

function createValidator(document: ApiDocument, options: Required<ValidatorOptions>): Validator {
  const places = createPlaceIndex(document);
  const constraints = createConstraintIndex(document);
  const engine = createSchemaEngine(document.raw, options, keptSchemas(document.sha256, options));
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
 * Each cause once: a value of the wrong type breaks its bounds and patterns only for that reason, and a rule that two
 * schemas state of one place is reported by the first of them.
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

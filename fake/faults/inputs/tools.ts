import type { Patch } from "../../changes/change.ts";
import { inputs } from "../../changes/hooks.ts";
import type { Field } from "../../http/fields.ts";
import type { Fault } from "../fault.ts";

/** A field of an operation that is read by another rule. */
export type WrongField = readonly [
  id: string,
  breaks: string,
  operation: string,
  field: string,
  patch: Patch<Field>,
  title: string,
];

/** Faults of fields, from a table. */
export const fieldFaults = (table: readonly WrongField[]): readonly Fault[] =>
  table.map(([id, breaks, operation, field, patch, title]) => ({
    id,
    breaks,
    title,
    operations: [operation],
    plant: () => inputs(operation, { [field]: patch }),
  }));

import type { RuledCaller } from "../rules.ts";
import type { Fields, ValuesOf } from "./fields.ts";

/** The position at which a paged list continues. */
export interface Pagination {
  readonly hasMore: boolean;
  readonly cursor?: string | null;
  readonly total?: number;
}

/** The result of a successful operation. */
export interface Answer {
  /** Content of the envelope's `data`. */
  readonly data: unknown;
  /** Content of `meta.pagination`; omitted if absent. */
  readonly pagination?: Pagination;
  /** True if `data` is a list of values that never change: their JSON is written once. */
  readonly lasting?: boolean;
}

/** One operation of the API: its route, its input and its implementation. */
export interface Operation {
  readonly id: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Its input as the reference reads it; the rules in force may differ. */
  readonly fields: Fields;
  answer(caller: RuledCaller, input: ValuesOf<Fields>): Answer;
}

/** Defines an operation of the agent or sdk family, with its input typed from its fields. */
export function operation<F extends Fields>(definition: {
  readonly id: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly fields: F;
  readonly answer: (caller: RuledCaller, input: ValuesOf<F>) => Answer;
}): Operation {
  return { ...definition, answer: (caller, input) => definition.answer(caller, input as ValuesOf<F>) };
}

/** The kinds of value of an input field. */
export type FieldKind = "text" | "integer" | "number" | "boolean" | "instant" | "texts" | "pointers" | "free" | "group";

/**
 * The rules of one input field, as plain data, so that a mutant or a variant can change a rule. `T` is the type of the
 * parsed value.
 */
export interface Field<T = unknown> {
  readonly kind: FieldKind;
  /** Name on the wire if it differs from the role. */
  readonly name?: string;
  readonly required?: boolean;
  /** Value of an absent field. */
  readonly fallback?: T;
  /** Lower bound: of a number, of the characters of a text, of the items of a list, of the bytes of free JSON. */
  readonly minimum?: number;
  /** Upper bound, of the same. */
  readonly maximum?: number;
  /** The treatment of a number above its maximum; the reference rejects it. */
  readonly above?: "reject" | "clamp";
  /** The unit of a text's length; the reference counts code points. */
  readonly unit?: "code-points" | "utf-16";
  /** True if a text of only white space is rejected like an empty one. */
  readonly visible?: boolean;
  /** True if an empty text counts as absent. */
  readonly emptyIsAbsent?: boolean;
  /** The only values allowed: of a text, or of each item of a list. */
  readonly values?: readonly string[];
  /** True if a value of the wrong type is accepted when it can be converted. */
  readonly coerce?: boolean;
  /** The fields of a group. */
  readonly fields?: Fields;
}

/** Input fields by role. */
export type Fields = Readonly<Record<string, Field>>;

/** The values read from `F`, by role. */
export type ValuesOf<F> = { readonly [Role in keyof F]: F[Role] extends Field<infer T> ? T : never };

/**
 * The most characters of ordinary texts, and of comments. The contract has no such limit, but without one a page of
 * the longest texts would not fit into a response.
 */
export const MAX_LENGTHS = { text: 40_000, remark: 10_000 } as const;

type Options = Omit<Field, "kind" | "required" | "fallback" | "fields">;

/** Returns a string field. */
export const text = (options: Options = {}): Field<string | undefined> => ({ kind: "text", ...options });

/** One of a list of strings. */
export const oneOf = <V extends string>(values: readonly V[], options: Options = {}): Field<V | undefined> => ({
  kind: "text",
  values,
  ...options,
});

/** Returns a field for a whole number. */
export const integer = (options: Options = {}): Field<number | undefined> => ({ kind: "integer", ...options });

/** Returns a field for a number. */
export const number = (options: Options = {}): Field<number | undefined> => ({ kind: "number", ...options });

/** True or false. */
export const boolean = (options: Options = {}): Field<boolean | undefined> => ({ kind: "boolean", ...options });

/** Returns a field for an ISO 8601 date-time with any offset, parsed to milliseconds since 1970. */
export const instant = (options: Options = {}): Field<number | undefined> => ({ kind: "instant", ...options });

/** Returns a field for a list of strings. */
export const texts = (options: Options = {}): Field<readonly string[] | undefined> => ({ kind: "texts", ...options });

/** Returns a field for a list of `{ id }` objects, parsed to the ids. */
export const pointers = (options: Options = {}): Field<readonly string[] | undefined> => ({
  kind: "pointers",
  ...options,
});

/** Returns a field for a free-form JSON object; its bounds count the UTF-8 bytes of its compact JSON. */
export const free = (options: Options = {}): Field<Readonly<Record<string, unknown>> | undefined> => ({
  kind: "free",
  ...options,
});

/** Returns a field for an object with its own fields. */
export const group = <F extends Fields>(fields: F, options: Options = {}): Field<ValuesOf<F> | undefined> => ({
  kind: "group",
  fields,
  ...options,
});

/** Returns the field, rejected if absent. */
export const required = <T>(field: Field<T>): Field<NonNullable<T>> => ({
  ...(field as Field<NonNullable<T>>),
  required: true,
});

/** Returns the field with a default value. */
export const withDefault = <T>(field: Field<T>, fallback: NonNullable<T>): Field<NonNullable<T>> => ({
  ...(field as Field<NonNullable<T>>),
  fallback,
});

/** The kinds of value that an input field can hold. */
export type FieldKind = "text" | "integer" | "number" | "boolean" | "instant" | "texts" | "pointers" | "free" | "group";

/**
 * What one input field must look like, as plain data: a mutant or a variant changes a rule by changing the data.
 * `T` is the type of the value read.
 */
export interface Field<T = unknown> {
  readonly kind: FieldKind;
  /** Name on the wire, where it differs from the role. */
  readonly name?: string;
  readonly required?: boolean;
  /** Value taken when the field is absent. */
  readonly fallback?: T;
  /** Lower bound: of a number, of the characters of a text, of the items of a list, of the bytes of free JSON. */
  readonly minimum?: number;
  /** Upper bound, of the same. */
  readonly maximum?: number;
  /** What is done with a number above its maximum; the reference rejects it. */
  readonly above?: "reject" | "clamp";
  /** How the length of a text is counted; the reference counts code points. */
  readonly unit?: "code-points" | "utf-16";
  /** True where a text of only white space is rejected like an empty one. */
  readonly visible?: boolean;
  /** True where an empty text stands for none. */
  readonly emptyIsAbsent?: boolean;
  /** The only values allowed: of a text, or of each item of a list. */
  readonly values?: readonly string[];
  /** True where a value of the wrong type is taken when it can be read as the right one. */
  readonly coerce?: boolean;
  /** The fields of a group. */
  readonly fields?: Fields;
}

/** Input fields by role. */
export type Fields = Readonly<Record<string, Field>>;

/** The values read from `F`, by role. */
export type ValuesOf<F> = { readonly [Role in keyof F]: F[Role] extends Field<infer T> ? T : never };

/**
 * Most characters of what people read as a text, and of what they read as a remark. The contract states none for these:
 * without any, a page of the longest texts would be more than one response can hold.
 */
export const MAX_LENGTHS = { text: 40_000, remark: 10_000 } as const;

type Options = Omit<Field, "kind" | "required" | "fallback" | "fields">;

/** A string. */
export const text = (options: Options = {}): Field<string | undefined> => ({ kind: "text", ...options });

/** One of a list of strings. */
export const oneOf = <V extends string>(values: readonly V[], options: Options = {}): Field<V | undefined> => ({
  kind: "text",
  values,
  ...options,
});

/** A whole number. */
export const integer = (options: Options = {}): Field<number | undefined> => ({ kind: "integer", ...options });

/** A number. */
export const number = (options: Options = {}): Field<number | undefined> => ({ kind: "number", ...options });

/** True or false. */
export const boolean = (options: Options = {}): Field<boolean | undefined> => ({ kind: "boolean", ...options });

/** An ISO 8601 date-time with any offset, read as milliseconds since 1970. */
export const instant = (options: Options = {}): Field<number | undefined> => ({ kind: "instant", ...options });

/** A list of strings. */
export const texts = (options: Options = {}): Field<readonly string[] | undefined> => ({ kind: "texts", ...options });

/** A list of `{ id }` objects, read as the ids. */
export const pointers = (options: Options = {}): Field<readonly string[] | undefined> => ({
  kind: "pointers",
  ...options,
});

/** A free-form JSON object; its bounds count the UTF-8 bytes of its compact JSON. */
export const free = (options: Options = {}): Field<Readonly<Record<string, unknown>> | undefined> => ({
  kind: "free",
  ...options,
});

/** An object with fields of its own. */
export const group = <F extends Fields>(fields: F, options: Options = {}): Field<ValuesOf<F> | undefined> => ({
  kind: "group",
  fields,
  ...options,
});

/** The field, rejected when absent. */
export const required = <T>(field: Field<T>): Field<NonNullable<T>> => ({
  ...(field as Field<NonNullable<T>>),
  required: true,
});

/** The field with a value for its absence. */
export const withDefault = <T>(field: Field<T>, fallback: NonNullable<T>): Field<NonNullable<T>> => ({
  ...(field as Field<NonNullable<T>>),
  fallback,
});

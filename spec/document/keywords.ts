/**
 * The effect of a schema keyword: it asserts by itself, applies inner schemas, refers to a schema, or only annotates.
 */
export type KeywordKind = "assertion" | "schema" | "schemas" | "schema-map" | "reference" | "annotation";

const BY_KIND: Readonly<Record<KeywordKind, readonly string[]>> = {
  assertion: [
    "type",
    "const",
    "enum",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minContains",
    "maxContains",
    "required",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "x-max-bytes",
  ],
  schema: ["items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else"],
  schemas: ["prefixItems", "allOf", "anyOf", "oneOf"],
  "schema-map": ["properties", "patternProperties"],
  reference: ["$ref"],
  annotation: [
    "title",
    "description",
    "default",
    "examples",
    "example",
    "deprecated",
    "readOnly",
    "writeOnly",
    "discriminator",
    "externalDocs",
    "xml",
    "$comment",
  ],
};

const KINDS: ReadonlyMap<string, KeywordKind> = new Map(
  (Object.keys(BY_KIND) as KeywordKind[]).flatMap((kind) => BY_KIND[kind].map((keyword) => [keyword, kind] as const)),
);

/** Every schema keyword that generators, validators and reports support; any other is rejected at loading. */
export const SCHEMA_KEYWORDS: readonly string[] = [...KINDS.keys()];

/** Returns the kind of a keyword, extension keywords included; null if it is not supported. */
export function keywordKind(keyword: string): KeywordKind | null {
  return KINDS.get(keyword) ?? (keyword.startsWith("x-") ? "annotation" : null);
}

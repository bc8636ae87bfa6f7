import { findTokens, type RequestInput } from "../../../generators/index.ts";
import type { Operation, Schema } from "../../../spec/document/model.ts";
import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { ObservedValues } from "./observed-values.ts";
import type { RandomChoices } from "./random-choices.ts";
import { variedFile } from "./varied-files.ts";
import { variedJson, variedText } from "./varied-texts.ts";

/** Shares of the values that are replaced. */
const SHARES = {
  fewer: 0.4,
  known: 0.4,
  text: 0.6,
  instant: 0.6,
  json: 0.5,
  file: 0.8,
  severalItems: 0.3,
  severalIds: 0.4,
};
/** Most optional parameters of a request that is to find something. */
const MAX_NAMED = 3;
const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** Creates requests that find and write useful data: few parameters, existing values, texts of every class. */
export function createUsefulRequests(chance: RandomChoices) {
  /** Returns a request with other values in some places; tokens and listed values stay. */
  function vary(input: RequestInput, operation: Operation, known: ObservedValues): RequestInput {
    const schemas = new Map(operation.parameters.map(({ role, schema }) => [role, schema]));
    const names = new Map(operation.parameters.map(({ role, name }) => [role, name]));
    const named = mapped(fewer(input.parameters, operation), (value, role) =>
      other(value, names.get(role) ?? role, schemas.get(role), known),
    );
    return {
      ...input,
      parameters: named,
      body: isObject(input.body ?? null) ? varyBody(input.body as JsonObject, operation, known) : input.body,
    };
  }

  function varyBody(body: JsonObject, { creates, body: described }: Operation, known: ObservedValues): JsonObject {
    const members = described?.members ?? {};
    const varied = mapped(body, (value, name) => other(value, name, members[name], known));
    if (creates !== "upload" || !chance.happens(SHARES.file)) return varied;
    const { fileName, mimeType, content } = variedFile(chance);
    return { ...varied, fileName, mimeType, sizeBytes: content.length };
  }

  /** Removes parameters, since a request with all of them finds nearly nothing. */
  function fewer(parameters: RequestInput["parameters"], operation: Operation): RequestInput["parameters"] {
    if (!chance.happens(SHARES.fewer)) return parameters;
    const needed = new Set(operation.parameters.filter(({ required }) => required).map(({ role }) => role));
    const optional = Object.keys(parameters).filter((role) => !needed.has(role));
    const kept = new Set(Array.from({ length: 1 + chance.below(MAX_NAMED) }, () => chance.pick(optional)));
    return Object.fromEntries(Object.entries(parameters).filter(([role]) => needed.has(role) || kept.has(role)));
  }

  function other(value: Json, name: string, schema: Schema | undefined, known: ObservedValues): Json {
    if (findTokens(value).length > 0) return Array.isArray(value) ? severalIds(value) : value;
    if (isFree(value, schema)) return chance.happens(SHARES.json) ? variedJson(chance, known.word) : value;
    if (Array.isArray(value)) return list(value, name, schema, known);
    if (isObject(value)) return mapped(value, (inner, member) => other(inner, member, memberOf(schema, member), known));
    return typeof value === "string" && !isListed(schema) ? text(value, name, known) : value;
  }

  /** Returns further tokens, each for a different id. */
  function severalIds(tokens: readonly Json[]): Json {
    if (!chance.happens(SHARES.severalIds)) return [...tokens];
    return [...tokens, ...Array.from({ length: 1 + chance.below(2) }, () => tokens[0] ?? null)];
  }

  function list(value: readonly Json[], name: string, schema: Schema | undefined, known: ObservedValues): Json {
    const items = value.map((item) => other(item, name, schema?.items as unknown as Schema | undefined, known));
    const isProse =
      items.some((item) => typeof item === "string") && !isListed(schema?.items as unknown as Schema | undefined);
    if (!isProse || !chance.happens(SHARES.severalItems)) return items;
    return [...items, known.value(name) ?? known.word(), ...(chance.happens(0.2) ? items.slice(0, 1) : [])];
  }

  function text(value: string, name: string, known: ObservedValues): string {
    if (INSTANT.test(value)) return (chance.happens(SHARES.instant) ? known.instant() : null) ?? value;
    if (chance.happens(SHARES.known)) return known.value(name) ?? known.word();
    return chance.happens(SHARES.text) ? variedText(chance, known.word) : value;
  }

  return vary;
}

/** Returns true for an object with free members. */
function isFree(value: Json, schema: Schema | undefined): boolean {
  return (
    isObject(value) && schema !== undefined && !("properties" in schema) && !("$ref" in schema) && !("allOf" in schema)
  );
}

/** Returns true for a text that must be one of a list. */
function isListed(schema: Schema | undefined): boolean {
  if (schema === undefined) return false;
  const choices = [schema.anyOf, schema.oneOf].flatMap((some) => (some ?? []) as unknown as readonly Schema[]);
  return "enum" in schema || "$ref" in schema || choices.some(isListed);
}

function memberOf(schema: Schema | undefined, name: string): Schema | undefined {
  const properties = schema?.properties as Readonly<Record<string, Schema>> | undefined;
  return properties?.[name];
}

function mapped(
  object: Readonly<Record<string, Json | undefined>>,
  change: (value: Json, name: string) => Json,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => (value === undefined ? [] : [[name, change(value, name)]])),
  );
}

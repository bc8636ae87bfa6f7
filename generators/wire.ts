import type { Operation, Parameter, Schema } from "../spec/document/model.ts";
import type { Json } from "../spec/json.ts";
import type { RequestInput } from "./request-model.ts";

/** The parameters of a request on the wire; values are not percent-encoded yet. */
export interface WireParameters {
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly path: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Serializes the parameters of a request: scalars as text; a list as the name repeated, or in one text if the
 * parameter's style says so; an empty list as nothing.
 */
export function toWire(operation: Operation, input: RequestInput): WireParameters {
  const query: [string, string][] = [];
  const path: Record<string, string> = {};
  const headers: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    const texts = wireTexts(parameter, input.parameters[parameter.role]);
    if (parameter.in === "query") query.push(...texts.map((text) => [parameter.name, text] satisfies [string, string]));
    else if (texts.length > 0) (parameter.in === "path" ? path : headers)[parameter.name] = texts.join(",");
  }
  return { query, path, headers };
}

const SEPARATORS = { form: ",", simple: ",", spaceDelimited: " ", pipeDelimited: "|" } as const;

/** Returns the texts that are sent for a parameter's value. */
export function wireTexts({ style, explode }: Pick<Parameter, "style" | "explode">, value: Json | undefined): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [scalarText(value)];
  const texts = value.map(scalarText);
  return explode || texts.length === 0 ? texts : [texts.join(SEPARATORS[style])];
}

/**
 * Returns all values that a server may read from a parameter's texts, the one that the schema suggests first: a list
 * if the schema requires one or there are several texts, else the number or boolean in the text, else the text.
 * Undefined is a parameter that did not arrive.
 */
export function wireReadings(
  parameter: Pick<Parameter, "style" | "explode" | "schema">,
  texts: readonly string[],
): (Json | undefined)[] {
  const parts = parameter.explode ? texts : texts.flatMap((text) => text.split(SEPARATORS[parameter.style]));
  const [first, ...more] = parts;
  if (first === undefined) return [undefined];
  const lists: Json[] = [parts.map((part) => scalarReadings(part)[0] ?? part), [...parts]];
  const isList = more.length > 0 || typesOf(parameter.schema).includes("array");
  // A list in one text may be read as that text.
  const scalars = [...parts, ...(parts.length > texts.length ? texts : [])].flatMap(scalarReadings);
  return isList
    ? [...(typesOf(parameter.schema).includes("array") ? lists.reverse() : lists), ...scalars]
    : [...suggested(parameter.schema, first), ...lists];
}

function suggested(schema: Schema, text: string): Json[] {
  const readings = scalarReadings(text);
  return typesOf(schema).includes("string") ? readings.reverse() : readings;
}

function typesOf({ type }: Schema): readonly string[] {
  return typeof type === "string" ? [type] : (type ?? []);
}

/** Returns the request with one parameter read as the given value. */
export function withReading(
  input: RequestInput,
  parameter: Pick<Parameter, "role">,
  reading: Json | undefined,
): RequestInput {
  const { [parameter.role]: _sent, ...others } = input.parameters;
  return { ...input, parameters: reading === undefined ? others : { ...others, [parameter.role]: reading } };
}

/** Returns the values that a text may be coerced to, the text itself last. */
function scalarReadings(text: string): Json[] {
  if (text === "") return [null, text];
  if (text === "true" || text === "false") return [text === "true", text];
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? [number, text] : [text];
}

function scalarText(value: Json): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

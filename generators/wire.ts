import type { Operation, Parameter } from "../spec/document-model.ts";
import type { Json } from "../spec/json.ts";
import type { RequestInput } from "./request-model.ts";

/** The parameters of a request as they stand on the wire; values are not percent-encoded yet. */
export interface WireParameters {
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly path: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Puts a request's parameters into words: scalars as text, a list as the name repeated, an empty list as nothing. */
export function toWire(operation: Operation, input: RequestInput): WireParameters {
  const query: [string, string][] = [];
  const path: Record<string, string> = {};
  const headers: Record<string, string> = {};
  for (const parameter of operation.parameters) {
    const texts = wireTexts(input.parameters[parameter.role]);
    if (parameter.in === "query") query.push(...texts.map((text) => [parameter.name, text] satisfies [string, string]));
    else if (texts.length > 0) (parameter.in === "path" ? path : headers)[parameter.name] = texts.join(",");
  }
  return { query, path, headers };
}

/** A parameter's value as the texts that are sent for it. */
export function wireTexts(value: Json | undefined): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.map(scalarText);
  return [scalarText(value)];
}

/**
 * Everything that a server may take a parameter's texts for: a text, a number, a boolean, nothing, a list of these.
 * Undefined stands for a parameter that did not arrive.
 */
export function wireReadings(texts: readonly string[]): (Json | undefined)[] {
  const [first, ...more] = texts;
  if (first === undefined) return [undefined];
  const lists = combinations(texts);
  return more.length > 0 ? [...lists, ...texts] : [...scalarReadings(first), ...lists];
}

/** The request as it would be read with one parameter taken so. */
export function withReading(
  input: RequestInput,
  parameter: Pick<Parameter, "role">,
  reading: Json | undefined,
): RequestInput {
  const { [parameter.role]: _sent, ...others } = input.parameters;
  return { ...input, parameters: reading === undefined ? others : { ...others, [parameter.role]: reading } };
}

function combinations(texts: readonly string[]): Json[][] {
  return [[...texts], texts.map((text) => scalarReadings(text).at(-1) ?? text)];
}

/** The text itself first, what it may be coerced to last. */
function scalarReadings(text: string): Json[] {
  if (text === "") return [text, null];
  if (text === "true" || text === "false") return [text, text === "true"];
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? [text, number] : [text];
}

function scalarText(value: Json): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

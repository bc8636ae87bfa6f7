import { isObject } from "../json.ts";
import { pointerTo, valueAt } from "../pointer.ts";
import { invalid, unsupported } from "./document-problem.ts";
import type { Parameter, Schema } from "./model.ts";
import type { DocumentReader, Located } from "./reader.ts";
import { objectAt, quote, textAt, wordAt } from "./reader.ts";
import { checkKeys } from "./supported-keys.ts";

/** Headers that OpenAPI leaves to other parts of the document. */
const NO_PARAMETERS = new Set(["accept", "content-type", "authorization"]);

/**
 * Returns the parameters of an operation, including those of its path; its own override path parameters of the same
 * name.
 */
export function readParameters(reader: DocumentReader, path: string, operation: Located, id: string): Parameter[] {
  const shared = readList(reader, pointerTo("/paths", path, "parameters"), id);
  const own = readList(reader, pointerTo(operation.pointer, "parameters"), id);
  const overridden = new Set(own.map(identity));
  const all = [...shared.filter((parameter) => !overridden.has(identity(parameter))), ...own];
  checkUnique(reader, all, operation.pointer);
  checkPath(reader, path, all, operation.pointer);
  return all;
}

function identity(parameter: Parameter): string {
  return `${parameter.in} ${parameter.name}`;
}

function readList(reader: DocumentReader, pointer: string, id: string): Parameter[] {
  const list = valueAt(reader.root, pointer);
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    reader.problems.push(invalid(pointer, `${quote(list)} is not a list of parameters`));
    return [];
  }
  return list.flatMap((_, index) => readParameter(reader, pointerTo(pointer, index), id) ?? []);
}

function readParameter(reader: DocumentReader, place: string, id: string): Parameter | null {
  const located = objectAt(reader, place, "the parameter");
  if (located === null) return null;
  checkKeys(reader, located, "parameter");
  const { value, pointer } = located;
  const name = textAt(located, "name", reader);
  const where = readIn(reader, located);
  if (where === null || (where === "header" && NO_PARAMETERS.has(name.toLowerCase()))) return null;
  const schema = readSchema(reader, located);
  if (schema === null) return null;
  const role = typeof value["x-role"] === "string" ? value["x-role"] : name;
  const open = value["x-open"];
  return {
    role,
    name,
    nameOpen: isObject(open) && open.name !== undefined,
    nameUnknown: false,
    description: typeof value.description === "string" ? value.description : "",
    in: where,
    required: value.required === true,
    requiredOpen: isObject(open) && open.required !== undefined,
    ...readStyle(reader, located, where),
    styleOpen: isObject(open) && open.style !== undefined,
    schema,
    pointer: pointerTo(pointer, "schema"),
    address: `${id}.${where}.${role}`,
  };
}

function readIn(reader: DocumentReader, located: Located): Parameter["in"] | null {
  const where = wordAt(located, "in", ["query", "path", "header", "cookie"], null, reader);
  if (where === "cookie") {
    const hint = "Remove the cookie, or declare it as a header.";
    reader.problems.push(unsupported(located.pointer, "parameters in cookies are not supported", hint));
    return null;
  }
  if (where === null && located.value.in === undefined) textAt(located, "in", reader);
  return where;
}

function readSchema(reader: DocumentReader, { value, pointer }: Located): Schema | null {
  if (isObject(value.schema)) return value.schema;
  const problem =
    value.content === undefined
      ? invalid(pointerTo(pointer, "schema"), "the parameter has no schema")
      : unsupported(pointer, "parameters with content are not supported", "Give the parameter a schema.");
  reader.problems.push(problem);
  return null;
}

function readStyle(
  reader: DocumentReader,
  located: Located,
  where: Parameter["in"],
): Pick<Parameter, "style" | "explode"> {
  const style =
    where === "query"
      ? wordAt(located, "style", ["form", "spaceDelimited", "pipeDelimited"], "form", reader)
      : wordAt(located, "style", ["simple"], "simple", reader);
  const { explode } = located.value;
  return { style, explode: typeof explode === "boolean" ? explode : style === "form" };
}

function checkUnique(reader: DocumentReader, parameters: readonly Parameter[], pointer: string): void {
  const place = pointerTo(pointer, "parameters");
  const keys = [
    ...parameters.map((parameter) => `${parameter.in} parameter named "${parameter.name}"`),
    ...parameters.map((parameter) => `${parameter.in} parameter with the role "${parameter.role}"`),
  ];
  for (const repeated of new Set(keys.filter((key, index) => keys.indexOf(key) !== index))) {
    reader.problems.push(invalid(place, `there is more than one ${repeated}`));
  }
}

function checkPath(reader: DocumentReader, path: string, parameters: readonly Parameter[], pointer: string): void {
  const wanted = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? ""));
  const given = parameters.filter((parameter) => parameter.in === "path");
  for (const name of wanted) {
    if (given.some((parameter) => parameter.name === name)) continue;
    reader.problems.push(invalid(pointer, `the path has {${name}}, but no path parameter has this name`));
  }
  for (const parameter of given) {
    if (!wanted.has(parameter.name))
      reader.problems.push(invalid(parameter.pointer, `the path ${path} has no {${parameter.name}}`));
    if (!parameter.required)
      reader.problems.push(invalid(parameter.pointer, `the path parameter "${parameter.name}" must be required`));
  }
}

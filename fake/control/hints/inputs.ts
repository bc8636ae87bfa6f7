import { isObject } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import { isQueried } from "../../http/exchange-io.ts";
import type { Field, Fields } from "../../http/fields.ts";
import type { Issue } from "../../http/read-fields.ts";
import { closestName, isUnfilled } from "./hint-text.ts";

const NONE: readonly string[] = [];
const namesOf = new WeakMap<Fields, ReadonlySet<string>>();

/** Returns notes on input that the operation ignores, since it was probably meant for something. */
export function unknownInputs(call: Call): readonly string[] {
  const { fields } = call;
  if (fields === null) return NONE;
  if (isQueried(call.method)) {
    return notes("query parameter", call.query.keys(), wireNames(fields));
  }
  const body = call.body.kind === "json" ? call.body.value : null;
  if (!isObject(body)) return NONE;
  const found = [
    ...notes("body field", Object.keys(body), wireNames(fields)),
    ...notes("query parameter", call.query.keys(), new Set()),
  ];
  for (const [name, field] of groupsOf(fields)) {
    const inner = Object.hasOwn(body, name) ? body[name] : undefined;
    if (isObject(inner)) found.push(...notes(`field of ${name}`, Object.keys(inner), wireNames(field.fields ?? {})));
  }
  return found;
}

const MAX_NOTES = 10;
/** The most names of a request that are compared with known ones: no mistake has more. */
const MAX_COMPARED = 100;

function notes(what: string, sent: Iterable<string>, known: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const name of sent) {
    if (found.length === MAX_NOTES) break;
    if (known.has(name)) continue;
    const guess = closestName(name, known);
    found.push(
      `Unknown ${what} "${name.slice(0, 80)}" was ignored${guess === null ? "" : `: did you mean "${guess}"?`}`,
    );
  }
  return found;
}

function wireNames(fields: Fields): ReadonlySet<string> {
  const known = namesOf.get(fields);
  if (known !== undefined) return known;
  const names = new Set(Object.entries(fields).map(([role, { name = role }]) => name));
  namesOf.set(fields, names);
  return names;
}

function groupsOf(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields).flatMap(([role, field]) =>
    field.kind === "group" ? [[field.name ?? role, field] as const] : [],
  );
}

/** Returns the hint for invalid input: the field or value that was probably meant. */
export function inputHint(call: Call, issues: readonly Issue[]): string | null {
  const fields = call.fields ?? {};
  for (const { field: name, problem } of issues) {
    const field = Object.entries(fields).find(([role, each]) => (each.name ?? role) === name)?.[1];
    const hint =
      problem === "is required"
        ? missingHint(call, name)
        : valueHint(field, name, sentValue(call, name), isQueried(call.method));
    if (hint !== null) return hint;
  }
  return bodyHint(call);
}

/** Returns the hint for a missing field that is present under another name, or in another place. */
function missingHint(call: Call, name: string): string | null {
  const sent = (isQueried(call.method) ? [...call.query.keys()] : bodyNames(call)).slice(0, MAX_COMPARED);
  const known = wireNames(call.fields ?? {});
  const other = closestName(
    name,
    sent.filter((each) => !known.has(each)),
  );
  if (other !== null) return `"${other}" was sent: did you mean "${name}"?`;
  if (!isQueried(call.method) && call.query.has(name))
    return `"${name}" was sent in the query: send it in the JSON body.`;
  if (isQueried(call.method) && bodyNames(call).includes(name)) return `Send "${name}" in the query.`;
  const place = isQueried(call.method) ? "query parameter" : "body field";
  return `Add the ${place} "${name}".`;
}

function bodyNames({ body }: Call): readonly string[] {
  return body.kind === "json" && isObject(body.value) ? Object.keys(body.value) : [];
}

function sentValue({ method, query, body }: Call, name: string): unknown {
  if (isQueried(method)) return query.getAll(name).length > 1 ? query.getAll(name) : query.get(name);
  const value = body.kind === "json" && isObject(body.value) ? body.value : {};
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function valueHint(field: Field | undefined, name: string, value: unknown, inQuery: boolean): string | null {
  if (field === undefined) return null;
  if (typeof value === "string" && isUnfilled(value)) return `"${value}" looks like a variable that was not filled in.`;
  if (field.values !== undefined) return enumHint(field.values, name, value);
  if (field.kind === "integer" || field.kind === "number") return numberHint(field, name, value, inQuery);
  if (field.kind === "boolean" && (value === "true" || value === "false"))
    return `Send ${name} without quotes: ${value}.`;
  if (field.kind === "texts" && typeof value === "string") return `Send ${name} as a list: ${JSON.stringify([value])}.`;
  if (field.kind === "pointers") return pointerHint(name, value);
  if (field.kind === "instant") return `Write ${name} like 2026-01-31T12:00:00Z; "+" in a query is %2B.`;
  return null;
}

function enumHint(values: readonly string[], name: string, value: unknown): string {
  const wrong = [value].flat().find((item) => typeof item !== "string" || !values.includes(item));
  const guess = typeof wrong === "string" ? closestName(wrong, values) : null;
  return guess === null ? `${name} takes ${values.join(", ")}.` : `Did you mean ${name} "${guess}"?`;
}

function numberHint(field: Field, name: string, value: unknown, inQuery: boolean): string | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return null;
  if (typeof value === "string" && !inQuery) return `Send ${name} as a number, without quotes: ${number}.`;
  const { kind, minimum, maximum } = field;
  if (maximum !== undefined && number > maximum) return `The most that ${name} takes is ${maximum}.`;
  if (minimum !== undefined && number < minimum) return `The least that ${name} takes is ${minimum}.`;
  return kind === "integer" ? `Send ${name} as a whole number: ${Math.round(number)}.` : null;
}

function pointerHint(name: string, value: unknown): string {
  const texts = Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  const example = JSON.stringify([{ id: texts[0] ?? "…" }]);
  return `Send ${name} as a list of objects with an id: ${example}.`;
}

/** Returns the hint for a body that is wrong as a whole. */
function bodyHint({ headers, body, method }: Call): string | null {
  if (isQueried(method)) return null;
  const type = headers["content-type"];
  if (body.kind === "none") return "Send a JSON object as the body, with Content-Type: application/json.";
  if (body.kind === "json" && typeof body.value === "string")
    return "The body is JSON text in quotes: it was encoded twice.";
  if (body.kind === "json" && Array.isArray(body.value)) return "Send one object for each request, not a list.";
  if (body.kind !== "unreadable") return null;
  if (headers["content-encoding"] !== undefined) return "Send the body as it is, without Content-Encoding.";
  if (type === undefined || !/json/i.test(type)) return "Send JSON, with the header Content-Type: application/json.";
  return "Build the body with a JSON encoder, in UTF-8.";
}

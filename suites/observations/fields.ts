import type { ApiDocument } from "../../spec/document-model.ts";
import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { pointerOfReference, valueAt } from "../../spec/pointer.ts";
import { jsonOf, statusOf } from "../client/exchange.ts";
import type { Observation } from "../engine/ledger.ts";
import type { Watcher } from "./watcher.ts";

/** Fields that are named in an answer to a question about them. */
const NAMED = 30;
/** Items of a list that are looked into: they are alike. */
const ITEMS = 5;

/** Which fields answers have beyond the document, and what stands where a field has no value. */
export function createFieldWatcher(document: ApiDocument): Watcher {
  const unknown = new Set<string>();
  const empty = { null: new Set<string>(), absent: new Set<string>() };

  function visit(schemas: readonly JsonObject[], value: Json, place: string): void {
    const all = schemas.flatMap((schema) => partsOf(document, schema));
    if (Array.isArray(value)) {
      const items = all.map(({ items: item }) => item).filter(isObject);
      for (const item of value.slice(0, ITEMS)) visit(items, item, `${place}[]`);
    } else if (isObject(value)) {
      visitMembers(membersOf(all), value, place);
    }
  }

  function visitMembers(members: ReadonlyMap<string, JsonObject[]>, value: JsonObject, place: string): void {
    // An object without named members is of free form.
    if (members.size === 0) return;
    for (const [name, schemas] of members) {
      const member = value[name];
      if (member === undefined) empty.absent.add(`${place}.${name}`);
      else if (member === null) empty.null.add(`${place}.${name}`);
      else visit(schemas, member, `${place}.${name}`);
    }
    for (const name of Object.keys(value)) if (!members.has(name)) unknown.add(`${place}.${name}`);
  }

  return {
    note(exchange) {
      const shape = exchange.operation?.responses.get(statusOf(exchange));
      const body = jsonOf(exchange);
      if (!shape || body === undefined || !isObject(shape.schema)) return;
      const place = statusOf(exchange) === 200 ? (exchange.operation?.id ?? "") : "failure";
      visit([shape.schema as JsonObject], body, place);
    },
    answers(): Observation[] {
      const evidence = "all answers of the run, compared with the document";
      if (empty.null.size + empty.absent.size + unknown.size === 0) return [];
      const habits = `null in ${empty.null.size} places (${list(empty.null)}), left out in ${empty.absent.size} (${list(empty.absent)})`;
      return [
        { id: "envelope.unknown-fields", answer: unknown.size === 0 ? "none" : list(unknown), evidence },
        { id: "envelope.absent-or-null", answer: habits, evidence },
      ];
    },
  };
}

function list(names: ReadonlySet<string>): string {
  const sorted = [...names].sort();
  const more = sorted.length > NAMED ? `, and ${sorted.length - NAMED} more` : "";
  return sorted.length === 0 ? "none" : `${sorted.slice(0, NAMED).join(", ")}${more}`;
}

/** The schema itself and all that it is composed of. */
function partsOf(document: ApiDocument, schema: JsonObject): JsonObject[] {
  const { $ref, allOf, anyOf, oneOf } = schema;
  const pointer = typeof $ref === "string" ? pointerOfReference($ref) : null;
  const target = pointer === null ? undefined : valueAt(document.raw, pointer);
  const composed = [allOf, anyOf, oneOf].flatMap((branches) => (Array.isArray(branches) ? branches : []));
  return [schema, ...[target, ...composed].filter(isObject).flatMap((part) => partsOf(document, part))];
}

function membersOf(schemas: readonly JsonObject[]): Map<string, JsonObject[]> {
  const members = new Map<string, JsonObject[]>();
  for (const { properties } of schemas) {
    for (const [name, schema] of Object.entries(isObject(properties) ? properties : {})) {
      // A member that may not carry a value is none that could be missing.
      if (!isObject(schema) || schema.type === "null") continue;
      members.set(name, [...(members.get(name) ?? []), schema]);
    }
  }
  return members;
}

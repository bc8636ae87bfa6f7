import type { ApiDocument } from "../../spec/document/model.ts";
import { excerpt } from "../../spec/excerpt.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { pointerOfReference, valueAt } from "../../spec/pointer.ts";
import { jsonOf, statusOf } from "../client/exchange.ts";
import type { Observation } from "./collected-answers.ts";
import { createTally, type Watcher } from "./watcher.ts";

/** The maximum number of fields that an answer names. */
const NAMED = 30;
/** The maximum number of unknown fields to remember. */
const UNKNOWN = 1_000;
/** The maximum length of an unknown field's name in an answer. */
const NAME_SHOWN = 80;
/** The number of items of a list to inspect, since they are alike. */
const ITEMS = 5;

/**
 * Observes which fields responses have beyond the document, how absent values are written, and the form of timestamps.
 */
export function createFieldWatcher(document: ApiDocument): Watcher {
  const forms = createTally();
  const unknown = new Set<string>();
  const empty = { null: new Set<string>(), absent: new Set<string>() };

  const roots = new Map<string, Field>();

  function visit(field: Field, value: Json): void {
    if (Array.isArray(value)) for (const item of value.slice(0, ITEMS)) visit(field.items(), item);
    else if (isObject(value)) visitMembers(field, value);
    else if (typeof value === "string" && field.isTime) forms.add(formOf(value));
  }

  function visitMembers(field: Field, value: JsonObject): void {
    const members = field.members();
    // An object without named members may have any.
    if (members.size === 0) return;
    for (const [name, member] of members) {
      const inner = value[name];
      if (inner === undefined) empty.absent.add(member.place);
      else if (inner === null) empty.null.add(member.place);
      else visit(member, inner);
    }
    for (const name of Object.keys(value)) {
      if (!members.has(name) && unknown.size < UNKNOWN) unknown.add(`${field.place}.${excerpt(name, NAME_SHOWN)}`);
    }
  }

  return {
    note(exchange) {
      const shape = exchange.operation?.responses.get(statusOf(exchange));
      const body = jsonOf(exchange);
      if (!shape || body === undefined || !isObject(shape.schema)) return;
      const place = statusOf(exchange) === 200 ? (exchange.operation?.id ?? "") : "failure";
      const root = roots.get(`${place} ${shape.pointer}`) ?? createField(document, [shape.schema as JsonObject], place);
      roots.set(`${place} ${shape.pointer}`, root);
      visit(root, body);
    },
    answers(): Observation[] {
      const evidence = "all responses of the run, compared with the document";
      const written =
        forms.size > 0
          ? [{ id: "meta.timestamp-form", answer: forms.words(), evidence: `${TIMES}: ${forms.counts()}` }]
          : [];
      if (empty.null.size + empty.absent.size + unknown.size === 0) return written;
      const habits = `null: ${list(empty.null)}; left out: ${list(empty.absent)}`;
      return [
        ...written,
        { id: "envelope.unknown-fields", answer: unknown.size === 0 ? "none" : list(unknown), evidence },
        { id: "envelope.absent-or-null", answer: habits, evidence },
      ];
    },
  };
}

const TIMES = "points in time in all responses of the run";

/** Returns the form of a timestamp: digits of its fraction, and its offset. */
function formOf(time: string): string {
  const [, fraction = "", offset = ""] = /(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/i.exec(time) ?? [];
  return `${fraction.length} digits of a fraction, ${offset === "" ? "no offset" : offset}`;
}

function list(names: ReadonlySet<string>): string {
  const sorted = [...names].sort();
  const more = sorted.length > NAMED ? `, and ${sorted.length - NAMED} more` : "";
  return sorted.length === 0 ? "none" : `${sorted.slice(0, NAMED).join(", ")}${more}`;
}

/** A place in responses, with the schemas of its content, which are determined when first needed. */
interface Field {
  readonly place: string;
  /** True if the document has a date-time here. */
  readonly isTime: boolean;
  members(): ReadonlyMap<string, Field>;
  items(): Field;
}

function createField(document: ApiDocument, schemas: readonly JsonObject[], place: string): Field {
  const parts = schemas.flatMap((schema) => partsOf(document, schema));
  let members: ReadonlyMap<string, Field> | null = null;
  let items: Field | null = null;
  return {
    place,
    isTime: parts.some(({ format }) => format === "date-time"),
    members() {
      members ??= new Map(
        [...membersOf(parts)].map(([name, found]) => [name, createField(document, found, `${place}.${name}`)]),
      );
      return members;
    },
    items() {
      items ??= createField(document, parts.map((part) => part.items).filter(isObject), `${place}[]`);
      return items;
    },
  };
}

/** Returns the schema and all schemas that it is composed of. */
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
    for (const [name, schema] of Object.entries(asObject(properties))) {
      // A member that can only be null cannot be missing.
      if (!isObject(schema) || schema.type === "null") continue;
      members.set(name, [...(members.get(name) ?? []), schema]);
    }
  }
  return members;
}

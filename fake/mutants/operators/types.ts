import { isObject, type Json } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import type { Field } from "../../http/fields.ts";
import type { Patch } from "../../overrides/change.ts";
import { bodyMember, editBody, inputs, onCall } from "../../overrides/hooks.ts";
import type { ConstraintSite, Operator } from "../model.ts";

export const ignoreInvalid: Operator = {
  name: "ignore-invalid",
  title: "takes what is invalid for absent",
  at: (site) => {
    if (site.kind !== "constraint") return null;
    const { operation, role, keyword, field } = site;
    if (keyword === "required") {
      const fallback = field.kind === "text" ? "the" : [];
      return {
        breaks: site.claim,
        plant: ({ confined }) => confined(inputs(operation, { [role]: { required: false, fallback } as Patch<Field> })),
      };
    }
    if (!["type", "pattern", "enum"].includes(keyword) || field.required === true) return null;
    return { breaks: site.claim, plant: ({ confined }) => confined(editInvalid(site, () => undefined)) };
  },
};

export const coerce: Operator = {
  name: "coerce",
  title: "makes a value of the right type of another one",
  at: (site) => {
    if (site.kind !== "constraint" || site.keyword !== "type" || !COERCED.has(site.field.kind)) return null;
    return {
      breaks: site.claim,
      plant: ({ confined }) => confined(editInvalid(site, (value) => coerced(site, value))),
    };
  },
};

const COERCED: ReadonlySet<Field["kind"]> = new Set(["text", "pointers", "integer"]);

function coerced({ field }: ConstraintSite, value: Json): Json {
  if (field.kind === "integer") return 1;
  if (field.kind === "text") return Array.isArray(value) ? String(value[0] ?? "none") : String(value);
  return [value].flat().map((item) => (isObject(item) && typeof item.id === "string" ? item : { id: textOf(item) }));
}

const textOf = (item: Json): string => (typeof item === "string" ? item : "unknown");

/** Changes a value that has not the type of its field; undefined leaves it out. */
function editInvalid({ operation, role, keyword, field }: ConstraintSite, edit: (value: Json) => Json | undefined) {
  const name = field.name ?? role;
  return onCall(operation, (call) => {
    const given = givenFor(call, name);
    if (given === undefined || given === null) return;
    const isListed = keyword !== "enum" || field.values?.includes(String(given)) === true;
    if (isListed && fits(field, given, call.method === "GET")) return;
    const value = edit(given);
    if (call.method === "GET") {
      call.query.delete(name);
      if (value !== undefined) call.query.set(name, String(value));
      return;
    }
    editBody(call, ({ [name]: _invalid, ...body }) => (value === undefined ? body : { ...body, [name]: value }));
  });
}

const givenFor = (call: Call, name: string): Json | undefined =>
  call.method === "GET" ? (call.query.get(name) ?? undefined) : (bodyMember(call, name) as Json | undefined);

/** Has a value the type that a field asks for? */
function fits({ kind, fields = {} }: Field, value: Json, isQuery: boolean): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "integer":
    case "number":
      return isQuery ? /^-?\d+(\.\d+)?$/.test(String(value)) : typeof value === "number";
    case "boolean":
      return isQuery || typeof value === "boolean";
    case "instant":
      return !Number.isNaN(Date.parse(String(value)));
    case "texts":
      return isQuery || (Array.isArray(value) && value.every((item) => typeof item === "string"));
    case "pointers":
      return Array.isArray(value) && value.every((item) => isObject(item) && typeof item.id === "string");
    case "free":
      return isObject(value);
    case "group":
      return (
        isObject(value) &&
        Object.entries(fields).every(([name, field]) => {
          const member = value[name] ?? null;
          return member === null || fits(field, member, false);
        })
      );
  }
}

import { createHash, randomBytes } from "node:crypto";
import { isCredential, MASK } from "../../spec/credentials.ts";
import type { ApiDocument } from "../../spec/document/model.ts";
import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { componentSchema } from "../models/document-facts.ts";

/** The data that decides how a value of the target is reduced. */
export interface ForeignRedaction {
  readonly document: ApiDocument;
  /** True for a text that the run made: a record that holds one is shown. */
  readonly isOwn: (text: string) => boolean;
  /** True for an id that the target file names. */
  readonly isNamed: (id: string) => boolean;
  /** True for an id that a request of the run names, as requests are recorded. Responses to it must show the same id. */
  readonly isRequested: (id: string) => boolean;
}

/**
 * Creates a function that prepares responses for leaving the machine: for resources that are not of this run, texts
 * are removed and ids replaced, the same for the same id. Listed words, numbers and times stay, so that rules can
 * judge them.
 */
export function createForeignRedactor({
  document,
  isOwn,
  isNamed,
  isRequested,
}: ForeignRedaction): (value: Json) => Json {
  const listed = listedFields(document);
  const resources = resourcesOf(document);
  const salt = randomBytes(16);
  const shownId = (id: string) => (isNamed(id) || isRequested(id) || isOwn(id) ? id : standIn(id));
  const standIn = (id: string) => `~${createHash("sha256").update(salt).update(id).digest("hex").slice(0, 12)}`;

  function reduce(value: Json): Json {
    if (Array.isArray(value)) return value.map(reduce);
    if (!isObject(value)) return value;
    return isForeign(value) ? withoutText(value) : mapMembers(value, withoutCredential);
  }

  function withoutCredential(name: string, member: Json): Json {
    if (typeof member !== "string") return reduce(member);
    if (isCredential(name)) return MASK;
    return IDENTIFIER.test(name) ? shownId(member) : member;
  }

  function isForeign(value: JsonObject): boolean {
    if (typeof value.id !== "string" || isNamed(value.id)) return false;
    return !Object.values(value).some((member) => typeof member === "string" && isOwn(member));
  }

  function withoutText(value: JsonObject): JsonObject {
    const required = requiredOf(value, resources);
    const shown = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      if (typeof member === "number" || typeof member === "boolean" || member === null) return [[name, member]];
      if (typeof member === "string" && listed.has(name)) return [[name, member]];
      if (typeof member === "string" && IDENTIFIER.test(name)) return [[name, shownId(member)]];
      return required.has(name) ? [[name, typeof member === "string" ? MASK : Array.isArray(member) ? [] : {}]] : [];
    });
    return Object.fromEntries(shown);
  }

  return reduce;
}

const IDENTIFIER = /^id$|Id$|_id$/;

function mapMembers(value: JsonObject, map: (name: string, member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(name, member)]));
}

interface Resource {
  readonly names: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

/** Returns the required fields of a record: those of the resource whose fields it matches best. */
function requiredOf(record: JsonObject, resources: readonly Resource[]): ReadonlySet<string> {
  const given = Object.keys(record);
  const likeness = ({ names }: Resource) =>
    given.filter((name) => names.has(name)).length / (names.size + given.length);
  const [best] = resources.toSorted((one, other) => likeness(other) - likeness(one));
  return best?.required ?? new Set();
}

function resourcesOf({ schemas }: ApiDocument): readonly Resource[] {
  return Object.values(schemas).flatMap(({ properties, required }) =>
    isObject(properties) && "id" in properties
      ? [
          {
            names: new Set(Object.keys(properties)),
            required: new Set(Array.isArray(required) ? required.map(String) : []),
          },
        ]
      : [],
  );
}

/** Names of fields with listed words or a format. */
function listedFields(document: ApiDocument): ReadonlySet<string> {
  const listed = Object.entries(document.schemas).flatMap(([component, { properties }]) =>
    Object.keys(isObject(properties) ? properties : {}).filter((name) => {
      const field = componentSchema(document, component, name);
      return Array.isArray(field?.enum) || typeof field?.format === "string";
    }),
  );
  return new Set(listed);
}

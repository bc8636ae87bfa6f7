import { asObject } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import type { Field } from "../../http/fields.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Workspace } from "../../workspace.ts";
import { inputAt, namedInputs } from "../inputs.ts";
import { asJson } from "../json-value.ts";
import type { Guard, Site } from "../model.ts";
import { isAccepted } from "./accepted.ts";
import {
  type Classes,
  FILE_CLASSES,
  FREE_CLASSES,
  NUMBER_CLASSES,
  REJECTED_MEDIA,
  TEXT_CLASSES,
  UNUSUAL_CLASSES,
  WORD_CLASSES,
} from "./classes.ts";
import { filtersOf } from "./filters.ts";
import { hasBody } from "./levels.ts";

/** Returns the role of the input that is changed; null at a site that is not an input. */
const ownRole = (site: Site): string | null => (site.kind === "input" || site.kind === "constraint" ? site.role : null);

/** Returns the inputs of an operation except the changed one. */
const otherInputs = (site: Site) => namedInputs(site.operation).filter(({ role }) => role !== ownRole(site));

const isNamed = (call: Call, name: string): boolean => inputAt(call, name) !== undefined;

/** Returns a guard on whether the request has an optional input. */
const naming = (guard: string, holds: (call: Call, name: string) => boolean): Guard => {
  const nameIn = (level: string) => level.slice(guard.length + 1);
  return {
    name: guard,
    about: (level) => [nameIn(level)],
    levels: (site) =>
      otherInputs(site).flatMap(({ name, field }) => (field.required === true ? [] : [`${guard}=${name}`])),
    calls: (level) => (call) => holds(call, nameIn(level)),
  };
};

/** A list of several items, or a number above its minimum: `tags>1`, `depth>1`. */
const several: Guard = {
  name: "several",
  levels: ({ operation }) =>
    namedInputs(operation).flatMap(({ name, field: { kind, minimum } }) => {
      if (kind === "texts" || kind === "pointers") return [`${name}>1`, `${name}>2`];
      return kind === "free" || (kind === "integer" && minimum === 1) ? [`${name}>1`] : [];
    }),
  calls: (level) => {
    const [name = "", least] = level.split(">");
    return (call) => amountOf(call, name) > Number(least);
  },
};

/** Items of a list, members of an object, or the number itself. */
function amountOf(call: Call, name: string): number {
  const given = asJson(inputAt(call, name));
  if (Array.isArray(given))
    return given.length === 1 && /^\d+$/.test(String(given[0])) ? Number(given[0]) : given.length;
  return typeof given === "object" ? Object.keys(asObject(given)).length : Number(given);
}

/** A listed input with another value than the default: `status!=current`. */
const otherThan: Guard = {
  name: "other-than",
  levels: ({ operation }) =>
    namedInputs(operation).flatMap(({ name, field: { fallback, values } }) =>
      typeof fallback === "string" && values?.includes(fallback) ? [`${name}!=${fallback}`] : [],
    ),
  calls: (level) => {
    const [name = "", usual] = level.split("!=");
    return (call) => isNamed(call, name) && String(inputAt(call, name)) !== usual;
  },
};

/** A member with one of its listed values: next to the changed value, or otherwise in the request. */
const where: Guard = {
  name: "where",
  about: (level, { kind }) => [(kind === "value" || kind === "list" ? "row." : "") + parsed(level).name],
  never: (level, site) => {
    const { name, value } = parsed(level);
    return site.kind === "value" && (WRITTEN[site.operation]?.[name] ?? value) !== value;
  },
  levels: (site) => {
    const beside = siblingsOf(site);
    const asked = otherInputs(site).filter(({ name, field }) => !(name in beside) && valuesOf(field).length > 0);
    const all = [...Object.entries(beside), ...asked.map(({ name, field }) => [name, valuesOf(field)] as const)];
    return all.flatMap(([name, values]) => values.map((value) => `${name}=${String(value)}`));
  },
  calls: (level, site) => {
    const { name, value } = parsed(level);
    if (name in siblingsOf(site)) return () => true;
    // It may be the only value or one of several.
    return (call) => [inputAt(call, name)].flat().some((given) => given !== undefined && String(given) === value);
  },
  values: (level, site) => {
    const { name, value } = parsed(level);
    return name in siblingsOf(site) ? (_value, holder) => String(holder[name]) === value : () => true;
  },
};

/** The values that a write sets in each resource that it shows. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "block-task": { status: "blocked" },
  "send-message": { senderType: "agent" },
};

const siblingsOf = (site: Site): Readonly<Record<string, readonly unknown[]>> =>
  site.kind === "value" || site.kind === "list" ? site.siblings : {};

/** Listed values, those of a flag, or the bounds of a number. */
function valuesOf({ values, kind, minimum, maximum }: Field): readonly unknown[] {
  if (kind === "boolean") return [true];
  if (kind === "integer" && maximum !== undefined && maximum <= 100) return [minimum, maximum];
  return values ?? [];
}

function parsed(level: string) {
  const [name = "", value = ""] = level.split("=");
  return { name, value };
}

const COUNTS = [1, 2, 3, 4];

/** The number of filters in the request: `filters>=3`, `filters=0`. */
const filters: Guard = {
  name: "filters",
  about: (level, { operation }) => ["filters", ...(level === "filters=0" ? filtersOf(operation) : [])],
  levels: ({ operation }) =>
    filtersOf(operation).length > 3 ? ["filters=0", ...COUNTS.map((count) => `filters>=${count}`)] : [],
  calls: (level, { operation }) => {
    const names = filtersOf(operation);
    const least = Number(level.split("=")[1]);
    return ({ query }) => {
      const count = names.filter((name) => query.has(name)).length;
      return level === "filters=0" ? count === 0 : count >= least;
    };
  },
};

/** Returns true if the workspace has a resource with this id. */
function isKnown({ directory: { agents, users, channels }, tasks, challenges }: Workspace, id: string): boolean {
  return [agents, users, channels].some((map) => map.has(id)) || [tasks, challenges].some((store) => store.get(id));
}

/**
 * The kind of one of the request's inputs: `reason=non-ascii`, `limit=hundred`, `description=null`,
 * `channelId=unknown`.
 */
const asked: Guard = {
  name: "asked",
  levels: (site) =>
    namedInputs(site.operation).flatMap(({ name, field }) => [
      ...Object.keys(classesOf(site, name, field)).map((one) => `${name}=${one}`),
      ...(/(?:Agent|User|Task|channel)Id$|^token$/.test(name) ? [`${name}=unknown`] : []),
    ]),
  rejected: (level, site) => {
    const { name, value: one } = parsed(level);
    if (one === "unknown") return name === "channelId" || site.operation === "create-task" ? "denied" : null;
    if (REJECTED_MEDIA.has(level)) return "invalid";
    const field = namedInputs(site.operation).find((input) => input.name === name)?.field;
    const isOfClass = field && classesOf(site, name, field)[one];
    if (field === undefined || isOfClass === undefined || FILE_CLASSES[name]?.[one] !== undefined) return null;
    return isAccepted(field, hasBody(site) ? "body" : "query", isOfClass) ? null : "invalid";
  },
  calls: (level, site) => {
    const { name, value: one } = parsed(level);
    const field = namedInputs(site.operation).find((input) => input.name === name)?.field;
    const isOfClass = field && classesOf(site, name, field)[one];
    return (call) => {
      const given = givenFor(call, name);
      const workspace = ownKey(call)?.workspace;
      if (one === "unknown")
        return workspace !== undefined && given.some((id) => typeof id === "string" && !isKnown(workspace, id));
      return given.some((value) => isOfClass?.(value) === true);
    };
  },
};

const ofTexts = (classes: Classes<string>): Classes<unknown> =>
  Object.fromEntries(
    Object.entries(classes).map(([name, holds]) => [
      name,
      (given) => (typeof given === "string" || typeof given === "number") && holds(String(given)),
    ]),
  );

const TEXTS = ofTexts(TEXT_CLASSES);
const NUMBERS = ofTexts(NUMBER_CLASSES);
const WORDS = ofTexts(WORD_CLASSES);

function classesOf(site: Site, name: string, field: Field): Classes<unknown> {
  const unusual = hasBody(site) ? UNUSUAL_CLASSES : {};
  if (field.values !== undefined) return { ...unusual, ...WORDS };
  const own = site.operation === "request-file-upload" ? ofTexts(FILE_CLASSES[name] ?? {}) : {};
  if (field.kind === "integer" || field.kind === "number") return { ...unusual, ...NUMBERS, ...own };
  if (field.kind === "free") return { ...unusual, ...FREE_CLASSES };
  if (/(?:^|_)id$|Ids?$|^(?:before|after|cursor|token)$/.test(name)) return unusual;
  return field.kind === "text" || field.kind === "texts" ? { ...unusual, ...TEXTS, ...own } : unusual;
}

function givenFor(call: Call, name: string): unknown[] {
  const given = inputAt(call, name);
  if (given === undefined) return [];
  return call.query.has(name) && Array.isArray(given) ? given : [given];
}

/** Guards on the input of a request. */
export const inputGuards: readonly Guard[] = [
  where,
  otherThan,
  naming("beside", isNamed),
  naming("without", (call, name) => !isNamed(call, name)),
  several,
  asked,
  filters,
];

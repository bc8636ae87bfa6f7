import { asObject } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import type { Field } from "../../http/fields.ts";
import { OPERATIONS } from "../../operations.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Workspace } from "../../workspace.ts";
import { inputAt, namedInputs } from "../inputs.ts";
import { asJson } from "../json-value.ts";
import type { Guard, Site } from "../model.ts";
import { isAccepted } from "./accepted.ts";
import { TEXT_CLASSES } from "./text-classes.ts";

/** Kinds of number, as a request writes them. */
const NUMBER_CLASSES: Readonly<Record<string, (given: string) => boolean>> = {
  negative: (given) => /^-/.test(given),
  zero: (given) => /^0$/.test(given),
  one: (given) => given === "1",
  "more-than-20": (given) => Number(given) > 20,
  fifty: (given) => given === "50",
  "more-than-50": (given) => Number(given) > 50,
  hundred: (given) => given === "100",
  "more-than-100": (given) => Number(given) > 100,
  "just-above-one": (given) => Number(given) > 1 && Number(given) < 1.01,
  fraction: (given) => /\./.test(given),
  "more-than-32-bits": (given) => Number(given) >= 2 ** 31,
  "more-than-doubles": (given) => /^\d{16,}$/.test(given),
};

/** What any field can hold that it should not, or seldom does. */
const ODD_CLASSES: Readonly<Record<string, (given: unknown) => boolean>> = {
  null: (given) => given === null,
  object: (given) => typeof given === "object" && given !== null && !Array.isArray(given),
  list: (given) => Array.isArray(given),
  empty: (given) => ["{}", "[]"].includes(JSON.stringify(given)),
  repeats: (given) => Array.isArray(given) && new Set(given.map((item) => JSON.stringify(item))).size < given.length,
};

/** Kinds of free JSON. */
const FREE_CLASSES: Readonly<Record<string, (given: unknown) => boolean>> = {
  "tags-of-no-list": (given) => !Array.isArray(asObject(asJson(given)).tags ?? []),
  "more-than-3900-bytes": (given) => Buffer.byteLength(JSON.stringify(given)) > 3900,
  empty: (given) => JSON.stringify(given) === "{}",
  large: (given) => Buffer.byteLength(JSON.stringify(given)) > 3500,
};

/** Values of a listed field that are nearly right. */
const WORD_CLASSES: Readonly<Record<string, (given: string) => boolean>> = {
  done: (given) => given === "done",
  cancelled: (given) => given === "cancelled",
  synonym: (given) => ["open", "closed", "critical", "all", "constraint", "volatile", "PERMANENT"].includes(given),
  hyphenated: (given) => /^[a-z]+-[a-z]+$/.test(given),
};

/** Is there a thing of the workspace with this id? */
function isKnown({ directory: { agents, users, channels }, tasks }: Workspace, id: string): boolean {
  return agents.has(id) || users.has(id) || channels.has(id) || tasks.get(id) !== undefined;
}

/** What the request gives for one of its inputs is of some kind: `reason=non-ascii`, `limit=hundred`, `description=null`, `channelId=unknown`. */
export const asked: Guard = {
  name: "asked",
  levels: (site) =>
    fieldsOf(site).flatMap(([name, field]) => [
      ...Object.keys(classesOf(site, name, field)).map((one) => `${name}=${one}`),
      ...(/(?:Agent|User|Task|channel)Id$/.test(name) ? [`${name}=unknown`] : []),
    ]),
  rejected: (level, site) => {
    const { name, one, field, isOfClass } = parsed(level, site);
    if (one === "unknown") return name === "channelId" || site.operation === "create-task" ? "denied" : null;
    if (field === undefined || isOfClass === undefined) return null;
    return isAccepted(field, isWritten(site) ? "body" : "query", isOfClass) ? null : "invalid";
  },
  calls: (level, site) => {
    const { name, one, isOfClass } = parsed(level, site);
    return (call) => {
      const given = givenFor(call, name);
      const workspace = ownKey(call)?.workspace;
      if (one === "unknown")
        return workspace !== undefined && given.some((id) => typeof id === "string" && !isKnown(workspace, id));
      return given.length > 0 && given.some((value) => isOfClass?.(value) === true);
    };
  },
};

function parsed(level: string, site: Site) {
  const [name = "", one = ""] = level.split("=");
  const field = fieldsOf(site).find(([known]) => known === name)?.[1];
  return { name, one, field, isOfClass: field === undefined ? undefined : classesOf(site, name, field)[one] };
}

/** Does the operation take its input in a body? */
const isWritten = (site: Site): boolean => OPERATIONS.find(({ id }) => id === site.operation)?.method === "POST";

type Classes = Readonly<Record<string, (given: unknown) => boolean>>;

const ofTexts = (classes: Readonly<Record<string, (text: string) => boolean>>): Classes =>
  Object.fromEntries(
    Object.entries(classes).map(([name, holds]) => [
      name,
      (given) => (typeof given === "string" || typeof given === "number") && holds(String(given)),
    ]),
  );

const TEXTS = ofTexts(TEXT_CLASSES);
const NUMBERS = ofTexts(NUMBER_CLASSES);
const WORDS = ofTexts(WORD_CLASSES);

function classesOf(site: Site, name: string, field: Field): Classes {
  const odd = isWritten(site) ? ODD_CLASSES : {};
  if (field.values !== undefined) return { ...odd, ...WORDS };
  if (field.kind === "integer" || field.kind === "number") return { ...odd, ...NUMBERS };
  if (field.kind === "free") return { ...odd, ...FREE_CLASSES };
  if (/(?:^|_)id$|Ids?$|^(?:before|after|cursor|token)$/.test(name)) return odd;
  return field.kind === "text" || field.kind === "texts" ? { ...odd, ...TEXTS } : odd;
}

/** The input fields of an operation by their names, as guards ask for them. */
function fieldsOf({ operation }: Site): [string, Field][] {
  return namedInputs(operation).map(({ name, field }) => [name, field]);
}

function givenFor(call: Call, name: string): unknown[] {
  const given = inputAt(call, name);
  if (given === undefined) return [];
  return call.query.has(name) && Array.isArray(given) ? given : [given];
}

import type { Json } from "../../../spec/json.ts";
import { referenceRules } from "../../reference-rules.ts";
import { INSTANT_EDITS } from "../edits/instants.ts";
import { atEveryDepth, type NamedEdit } from "../edits/named-edit.ts";
import { NUMBER_EDITS } from "../edits/numbers.ts";
import { DEPTH_EDITS, STRUCTURE_EDITS } from "../edits/structures.ts";
import { TEXT_EDITS } from "../edits/texts.ts";
import type { Operator } from "../model.ts";
import { ruleOperator } from "./rules.ts";
import {
  type EditableSite,
  formatAt,
  isNumber,
  isProse,
  isWithinBounds,
  typeOf,
  valueOperator,
} from "./value-operator.ts";

/** True for free JSON, such as metadata. */
const isFree = (site: EditableSite): boolean => typeOf(site) === "object";
const isList = (site: EditableSite): boolean =>
  site.kind === "input" && ["texts", "pointers"].includes(site.field.kind) && !site.field.values;
/** True for a list of texts that people write. */
const isTexts = (site: EditableSite): boolean =>
  isList(site) && site.kind === "input" && site.field.kind === "texts" && !site.name.endsWith("Ids");
const isInstant = (site: EditableSite): boolean =>
  site.kind === "input" ? site.field.kind === "instant" : formatAt(site) === "date-time";

/** The requirements that an edit breaks if they differ from those of another value: by the beginning of its id. */
const CLAIMS: readonly (readonly [id: RegExp, breaks: string])[] = [
  [/^[a-z-]*offset[a-z-]*@search-memories\?created/, "memories.search.created-offset"],
  [/^hundredths-of-one@remember#confidence$/, "memories.remember.confidence-fine"],
  [/^one-less@search-memories\?limit$/, "memories.search.limit-fills"],
  [/^one-less@search-messages\?limit$/, "messages.search.limit-fills"],
  [/^one-less@list-tasks\?limit$/, "tasks.list.limit-fills"],
  [/^one-less@recall#limit$/, "recall.limit-fills"],
];

/** Returns the operator with the more specific claim, if there is one. */
function withClaims(operator: Operator): Operator {
  return {
    ...operator,
    at: (site) => {
      const mutation = operator.at(site);
      const closer = CLAIMS.find(([id]) => id.test(`${operator.name}@${site.id}`))?.[1];
      return mutation === null || closer === undefined ? mutation : { ...mutation, breaks: closer };
    },
  };
}

/** Creates operators that change values of one sort, also inside free JSON and lists. */
function editing<T>(
  family: string,
  edits: readonly NamedEdit<T>[],
  fits: (site: EditableSite, edit: NamedEdit<T>) => boolean,
  apply: (edit: (value: T) => T, site: EditableSite) => (value: Json) => Json,
): Operator[] {
  return edits.map((one) => ({
    ...withClaims(
      valueOperator(one.name, one.title, { fits: (site) => fits(site, one) }, (site) => {
        const change = apply(one.edit, site);
        return (value) => (isWithinBounds(site, value) ? change(value) : value);
      }),
    ),
    family,
  }));
}

/** A text that would become empty stays, since an empty text is rejected elsewhere. */
const inText =
  (edit: (text: string) => string) =>
  (value: Json): Json =>
    typeof value === "string" ? edit(value) || value : value;

const inNumber =
  (edit: (number: number) => number) =>
  (value: Json): Json =>
    typeof value === "number" ? edit(value) : value;

const inside =
  (edit: (value: Json) => Json) =>
  (value: Json): Json =>
    typeof value === "object" ? atEveryDepth(value, edit) : edit(value);

/** Returns an edit of a number that keeps it whole if only whole numbers are allowed, and within its bounds. */
const bounded =
  (edit: (number: number) => number, site: EditableSite) =>
  (value: Json): Json => {
    if (!Number.isFinite(Number(value))) return value;
    const edited = edit(Number(value));
    const whole = site.kind === "input" && site.field.kind === "integer" ? Math.round(edited) : edited;
    return isWithinBounds(site, whole) ? whole : value;
  };

/** The smallest relative change of numbers in rules: they are lifetimes, which a correct server may show rounded. */
const LEAST_CHANGE = 0.01;

const LIFETIMES = Object.values(referenceRules().memories.presetSeconds);

/** Numbers among the rules. */
const ruleNumbers: readonly Operator[] = NUMBER_EDITS.flatMap(({ name, title, edit }): Operator[] => {
  const { at } = ruleOperator("number", title, (number) => edit(Number(number)));
  const differs = (usual: number) => Math.abs(edit(usual) - usual) >= LEAST_CHANGE * usual;
  if (!LIFETIMES.some(differs)) return [];
  const operator: Operator = {
    name,
    family: "edit-number",
    at: (site) => (site.kind === "rule" && typeof site.value === "number" && differs(site.value) ? at(site) : null),
  };
  return [operator];
});

/** Returns true if an edit changes lists of texts. */
const isOfLists = (edit: (value: Json) => Json): boolean => JSON.stringify(edit(LIST)) !== JSON.stringify(LIST);

/** A list that every edit of lists changes. */
const LIST: Json = [...Array.from({ length: 21 }, (_, at) => `item ${21 - at}`), "item 1"];

/** Edits of times that correspond to a coarse clock, which breaks nothing in responses. */
const COARSE = new Set(["whole-seconds", "hundredths", "next-second", "next-millisecond"]);

export const editOperators: readonly Operator[] = [
  ...ruleNumbers,
  ...editing(
    "edit-text",
    TEXT_EDITS,
    (site) => isProse(site) || isTexts(site) || isFree(site),
    (edit) => inside(inText(edit)),
  ),
  ...editing(
    "edit-instant",
    INSTANT_EDITS,
    (site, { name }) => isInstant(site) && (site.kind === "input" || !COARSE.has(name)),
    (edit) => (value) => (typeof value === "string" ? edit(value) : value),
  ),
  ...editing(
    "edit-number",
    NUMBER_EDITS,
    (site) => isNumber(site) || isFree(site),
    (edit, site) => (isFree(site) ? inside(inNumber(edit)) : bounded(edit, site)),
  ),
  ...editing(
    "edit-structure",
    STRUCTURE_EDITS,
    (site, { edit }) => isFree(site) || (isList(site) && isOfLists(edit)),
    inside,
  ),
  ...editing("edit-structure", DEPTH_EDITS, isFree, (edit) => edit),
];

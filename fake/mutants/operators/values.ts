import type { Json, JsonObject } from "../../../spec/json.ts";
import { combine } from "../../overrides/changes.ts";
import { REMOVED } from "../../overrides/edit-at-path.ts";
import { onCall } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { ApiKey } from "../../service.ts";
import { asJson } from "../json-value.ts";
import type { Operator, ValueSite } from "../model.ts";
import { editValues, fillValues } from "../site-edits.ts";
import { operatorAt, unconfinedOperatorAt } from "./operator.ts";
import {
  type EditableSite,
  formatAt,
  isNumber,
  isProse,
  isText,
  isWithinBounds,
  listedAt,
  nameAt,
  type Scope,
  typeOf,
  valueOperator,
  writtenClaim,
} from "./value-operator.ts";

/** A fixed value of each type. */
const CONSTANTS: Readonly<Record<string, string | number | boolean>> = {
  ...{ string: "constant", number: 1, integer: 1, boolean: true },
};

function fixedFor(site: EditableSite): Json {
  const type = typeOf(site) ?? "";
  if (site.kind === "input" && type === "array")
    return site.field.kind === "texts" ? [asJson(listedAt(site)?.[0] ?? "constant")] : null;
  if (site.kind === "input" && site.field.kind === "free") return { constant: "constant" };
  if (formatAt(site) === "date-time") return "2024-02-29T12:00:00.000Z";
  return asJson(listedAt(site)?.[0] ?? CONSTANTS[type]);
}

/** Characters that remain of a text: fewer than any meaningful text has. */
const KEPT = 16;

function otherType(value: Json): Json {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return { items: value };
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const isInstant = (site: EditableSite): boolean => formatAt(site) === "date-time";
const shown = (fits: (site: ValueSite) => boolean, claim: Scope["claim"] = "changed"): Scope => ({
  claim,
  isShownOnly: true,
  fits: (site) => site.kind === "value" && fits(site),
});

/**
 * Returns true if the contract decides the case of a text: not in a filter, nor in a media type, which is
 * case-insensitive.
 */
const isCased = (site: EditableSite): boolean =>
  (isProse(site) &&
    nameAt(site) !== "mimeType" &&
    site.kind !== "part" &&
    (site.kind !== "input" || site.place === "body")) ||
  (site.kind === "input" && site.field.kind === "texts" && site.within !== null);

const edited: readonly Operator[] = [
  valueOperator("drop", "omits a value", { claim: "absent" }, () => () => REMOVED),
  valueOperator("null", "returns null for a value", { claim: "absent", isShownOnly: true }, () => () => null),
  valueOperator("constant", "returns the same value each time", { fits: (site) => fixedFor(site) !== null }, (site) => {
    return () => fixedFor(site);
  }),
  valueOperator("truncate", `cuts a text to ${KEPT} characters`, { fits: isText }, () => (value) => {
    return typeof value === "string" ? value.slice(0, KEPT) : value;
  }),
  valueOperator("fold-case", "lower-cases a text", { fits: isCased }, () => (value) => {
    if (typeof value === "string") return value.toLowerCase();
    return Array.isArray(value) ? value.map((item) => String(item).toLowerCase()) : value;
  }),
  valueOperator("join-lines", "joins the lines of a text", { fits: isProse }, () => (value) => {
    return typeof value === "string" ? value.replaceAll(/(?<=\S)\n+(?=\S)/g, " ") : value;
  }),
  valueOperator("off-by-one", "adds one to a number", { fits: isNumber }, (site) => (value) => {
    return Number.isFinite(Number(value)) && isWithinBounds(site, Number(value) + 1) ? Number(value) + 1 : value;
  }),
  valueOperator(
    "negate",
    "swaps true and false",
    shown((site) => typeOf(site) === "boolean"),
    () => (value) => value !== true,
  ),
  valueOperator("swap", "returns the value of another member", { fits: isText }, (site) => (value, holder) => {
    const isOther = ([name, other]: [string, unknown]) =>
      name !== nameAt(site) && typeof other === "string" && other !== value;
    return Object.entries(holder).find(isOther)?.[1] ?? value;
  }),
  valueOperator(
    "wrong-type",
    "returns a value of another type",
    shown((site) => typeOf(site) !== null, "type"),
    () => otherType,
  ),
  valueOperator(
    "unlisted",
    "returns a value outside the enumeration or format",
    shown((site) => site.values !== null || isInstant(site), "form"),
    (site) => (value) =>
      listedAt(site) === null ? String(value).replace(/Z$|[+-]\d\d:\d\d$/, "") : `${String(value)}_`,
  ),
  valueOperator(
    "first-item",
    "keeps only the first of several items",
    { fits: (site) => site.kind === "input" && typeOf(site) === "array" },
    () => (value) => (Array.isArray(value) ? value.slice(0, 1) : value),
  ),
  valueOperator(
    "next-value",
    "replaces each enumerated value by the next",
    { fits: (site) => typeOf(site) === "string" && listedAt(site) !== null },
    (site) => {
      const values = listedAt(site) ?? [];
      return (value) => (values.includes(value) ? asJson(values[(values.indexOf(value) + 1) % values.length]) : value);
    },
  ),
  valueOperator("previous", "returns the value of the previous item", { fits: isText }, () => {
    let last: NonNullable<Json> | null = null;
    return (value) => {
      const given = last ?? value;
      last = value;
      return given;
    };
  }),
  valueOperator(
    "unstable",
    "returns another value each time",
    shown((site) => typeOf(site) === "string" && site.values === null && !isInstant(site)),
    () => {
      let count = 0;
      return (value) => `${String(value)}-${++count}`;
    },
  ),
  valueOperator(
    "fraction",
    "adds a fraction to a whole number",
    shown((site) => typeOf(site) === "integer", "type"),
    () => (value) => Number(value) + 0.5,
  ),
  valueOperator(
    "wrap",
    "nests the data one level deeper",
    shown(({ path }) => path.join() === "data", "type"),
    () => (value) => ({ item: value }),
  ),
  valueOperator(
    "empty-object",
    "returns an object without members",
    shown(({ path }) => path.at(-1) === "metadata", "absent"),
    () => () => ({}),
  ),
  valueOperator(
    "dead-url",
    "returns a URL with an invalid signature",
    shown(({ path }) => /Url$/.test(path.at(-1) ?? "")),
    () => (value) => (typeof value === "string" ? value.replace(/signature=[^&]*/, "signature=none") : value),
  ),
];

/** Creates an operator that returns a value beyond one of its bounds. */
const beyond = (
  name: string,
  title: string,
  side: keyof ValueSite["bounds"],
  edit: (value: unknown, bound: number) => string | number,
): Operator =>
  operatorAt(
    "value",
    name,
    title,
    ({ bounds, claims }) => (bounds[side] === null ? null : claims.bounds),
    (site, { applies }) => editValues(site, applies, (value) => edit(value, site.bounds[side] ?? 0)),
  );

const MINUTE_MS = 60_000;
const CENTURY_MS = 100 * 365 * 24 * 60 * MINUTE_MS;

const shifted = (value: Json, by: number): Json => new Date(Date.parse(String(value)) + by).toISOString();

/** True for a member that always has a value. */
const isGiven = (site: ValueSite): boolean => !site.types.includes("null") || typeOf(site) === "boolean";

/** Returns the time at which a resource was created, or its id. */
const standIn = (site: ValueSite, { createdAt, created_at = createdAt, id }: JsonObject): Json =>
  (isInstant(site) ? created_at : id) ?? null;

/** Values of another type, where null is not allowed. */
const WRONG: Readonly<Record<string, Json>> = { string: ["text"], object: "text", boolean: "no", integer: "12" };

const extreme: readonly Operator[] = [
  beyond("too-little", "returns less than the minimum", "least", (value, least) =>
    typeof value === "string" ? value.slice(0, Math.max(0, least - 1)) : least - 1,
  ),
  beyond("too-much", "returns more than the maximum", "most", (value, most) =>
    typeof value === "string" ? value.padEnd(most + 1, ".") : most + 1,
  ),
  operatorAt(
    "value",
    "raise",
    "returns true for false, a time a century later, or a value where there is none",
    ({ claims }) => claims.raised,
    (site, { applies }) =>
      isGiven(site)
        ? editValues(site, applies, (value) => (isInstant(site) ? shifted(value, CENTURY_MS) : true))
        : fillValues(site, applies, (holder) => standIn(site, holder)),
  ),
  operatorAt(
    "value",
    "lower",
    "returns false for true, 0 for a number, or a time a minute earlier",
    ({ claims }) => claims.lowered,
    (site, { applies }) =>
      editValues(site, applies, (value) => {
        if (isInstant(site)) return shifted(value, -MINUTE_MS);
        return typeOf(site) === "boolean" ? false : 0;
      }),
  ),
  operatorAt(
    "value",
    "stray",
    "returns a value of another type where there is none",
    (site) => ((typeOf(site) ?? "") in WRONG ? site.claims.type : null),
    (site, { applies }) => fillValues(site, applies, () => WRONG[typeOf(site) ?? ""] ?? null),
  ),
  operatorAt(
    "value",
    "moment",
    "returns the time of the request instead of another time",
    // A resource that the request creates has its time, and an expiry is a different time.
    (site) =>
      isInstant(site) && site.operation !== "send-message" && nameAt(site) !== "expiresAt" ? site.claims.changed : null,
    (site, { applies }) => {
      let now = "";
      const noting = onCall(site.operation, ({ at }) => {
        now = new Date(at).toISOString();
      });
      return combine(
        editValues(site, applies, () => now),
        noting,
      );
    },
  ),
  {
    ...operatorAt(
      ["value", "effect"],
      "invent",
      "returns a value where there is none",
      (site) => (typeOf(site) === "string" && site.types.includes("null") ? site.claims.changed : null),
      (site, { applies }) =>
        fillValues(site, applies, ({ id }) => (isInstant(site) ? isoInstant(Date.now()) : String(id ?? "invented"))),
    ),
    needsNoValue: true,
  },
];

/** Creates an operator that returns another agent's id. */
const naming = (name: string, title: string, pick: (caller: ApiKey, value: string) => string | undefined): Operator =>
  unconfinedOperatorAt(
    ["value", "input", "effect"],
    name,
    title,
    (site) => {
      if (!/AgentId$|^senderId$/.test(nameAt(site))) return null;
      return site.kind === "value" ? site.claims.changed : writtenClaim(site);
    },
    (site, { applies, confined }) => {
      let caller: ApiKey | undefined;
      const noting = onCall("*", (call) => {
        caller = ownKey(call);
      });
      const edit = editValues(site, applies, (value) => (caller && pick(caller, String(value))) ?? value);
      return combine(noting, confined(edit));
    },
  );

/** Operators that change given, written or read values. */
export const valueOperators: readonly Operator[] = [
  ...edited,
  ...extreme,
  naming("caller", "names the caller instead of an agent", ({ agent }) => agent.id),
  naming("other-agent", "names another agent of the workspace", ({ workspace }, value) =>
    [...workspace.directory.agents.keys()].find((id) => id !== value),
  ),
];

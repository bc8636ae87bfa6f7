import type { Json } from "../../spec/json.ts";
import type { Site } from "../sites.ts";
import { textOfLength } from "../values/text.ts";
import type { Edit, Mutation } from "./mutation.ts";

/** Words from other enums of such services, or easily confused with listed ones, which careless code accepts. */
const OF_FILTERS = ["all", "open"];
const OF_THINGS = ["other", "critical", "canceled"];

/**
 * Returns values of the listed type that no reading equates with a listed one, whether it ignores case or trims white
 * space. The nearest to a listed one come first: if few are tried, a made-up word would only detect a missing check.
 */
function valuesOutside(listed: readonly Json[], common: readonly string[] = []): Edit[] {
  const texts = listed.map(textOf);
  const known = texts.map((value) => value.toLowerCase());
  const first = texts[0] ?? "";
  // A listed word with another separator is a different word, and close enough to be accepted by mistake.
  const rejoined = texts.find((value) => value.includes("_"))?.replaceAll("_", "-");
  const numbers = listed.filter((value): value is number => typeof value === "number");
  if (numbers.length > 0) return [{ after: Math.max(...numbers) + 1, description: "a number that is not listed" }];
  const near = [...(rejoined === undefined ? [] : [rejoined]), ...common];
  return [...near, `not-${first}`, ...(rejoined === undefined ? [`${first}${first}x`] : []), textOfLength(12)]
    .filter((value) => !known.includes(value.toLowerCase()))
    .map((after) => ({ after, description: `${JSON.stringify(after)}, which is not listed` }));
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function listedIn(site: Site): Json[] {
  const listed = site.rules.enum;
  return Array.isArray(listed) ? (listed as Json[]) : [];
}

/** A value that `enum` does not list. */
export const outsideEnum: Mutation = {
  name: "outside-enum",
  keyword: "enum",
  edits: (site) =>
    valuesOutside(
      listedIn(site),
      site.place === "body" ? [...OF_THINGS, ...OF_FILTERS] : [...OF_FILTERS, ...OF_THINGS],
    ),
  random: (site) => [
    {
      without: ["enum"],
      further: { type: "string", pattern: "^[a-z]{13,20}$" },
      description: `none of ${listedIn(site).map(String).join(", ")}`,
    },
  ],
};

/** Another value than `const`. */
export const notConst: Mutation = {
  name: "not-const",
  keyword: "const",
  edits: (site) => valuesOutside([site.rules.const as Json]),
};

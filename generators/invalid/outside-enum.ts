import type { Json } from "../../spec/json.ts";
import type { Site } from "../sites.ts";
import { textOfLength } from "../values/text.ts";
import type { Edit, Mutation } from "./mutation.ts";

/** Words that services of this kind list elsewhere, or take for others: careless code lets them in. */
const OF_FILTERS = ["all", "open"];
const OF_THINGS = ["other", "critical", "canceled"];

/**
 * Values of the listed type that no reading takes for a listed one: neither one that passes over case, nor one that cuts
 * white space at the ends of texts. First come those that are the nearest to a right one: where few are tried, what is created
 * up would only show that nothing is looked at.
 */
function strangers(listed: readonly Json[], common: readonly string[] = []): Edit[] {
  const texts = listed.map(textOf);
  const known = texts.map((value) => value.toLowerCase());
  const first = texts[0] ?? "";
  // Words joined in another way are another word, and near enough to be taken for the listed one.
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
    strangers(listedIn(site), site.place === "body" ? [...OF_THINGS, ...OF_FILTERS] : [...OF_FILTERS, ...OF_THINGS]),
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
  edits: (site) => strangers([site.rules.const as Json]),
};

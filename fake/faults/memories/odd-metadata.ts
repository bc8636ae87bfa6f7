import { asObject } from "../../../spec/json.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import { type Fault, fault } from "../fault.ts";
import { RECALL, recalling } from "./recalling.ts";

type Compare = (value: unknown, wanted: unknown) => boolean;

const TEXTS: Compare = (value, wanted) => typeof value === "string" && typeof wanted === "string";

/** A metadata filter that takes some values for the same that are not. */
const alsoWhere = (isSame: Compare) =>
  recalling({
    metadataMatches: (metadata, wanted) =>
      Object.entries(wanted).every(
        ([name, value]) =>
          memoryRules.recall.metadataMatches(metadata, { [name]: value }) || isSame(metadata[name], value),
      ),
  });

/** A metadata filter that finds nothing by some names or values. */
const neverWhere = (isLost: (name: string, value: unknown) => boolean) =>
  recalling({
    metadataMatches: (metadata, wanted) =>
      memoryRules.recall.metadataMatches(metadata, wanted) &&
      !Object.entries(wanted).some(([name, value]) => isLost(name, value)),
  });

/** A metadata filter that looks away from some names or values. */
const ignoringWhere = (isIgnored: (name: string, value: unknown) => boolean) =>
  recalling({
    metadataMatches: (metadata, wanted) =>
      memoryRules.recall.metadataMatches(
        metadata,
        asObject(
          Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isIgnored(name, value))) as never,
        ),
      ),
  });

const named = (id: string, title: string, plant: Fault["plant"]) =>
  fault(`recall-metadata-filter-${id}`, "recall.metadata-filter", `a metadata filter ${title}`, RECALL, plant);

/** Faults of a metadata filter that show by odd names and values alone. */
export const oddMetadataFaults: readonly Fault[] = [
  named("quoted-name", "finds nothing by a name with a quote", () => neverWhere((name) => /["']/.test(name))),
  named("ascii-names", "finds nothing by a name beyond ASCII", () => neverWhere((name) => /[^\0-\x7f]/.test(name))),
  named("quoted-value", "finds nothing by a value with a quote", () =>
    neverWhere((_name, value) => String(value).includes("'")),
  ),
  named("odd-names-ignored", "ignores names with a hyphen", () => ignoringWhere((name) => name.includes("-"))),
  named("leading-ignored", "ignores names with underscores in front", () =>
    ignoringWhere((name) => name.startsWith("__")),
  ),
  named("pattern", "reads a value as a pattern", () =>
    alsoWhere((value, wanted) => TEXTS(value, wanted) && isLike(`${value}`, `${wanted}`)),
  ),
  named("first-64", "compares the first 64 letters of a text", () =>
    alsoWhere((value, wanted) => TEXTS(value, wanted) && `${value}`.slice(0, 64) === `${wanted}`.slice(0, 64)),
  ),
];

/** As SQL compares, but for the case of letters. */
function isLike(value: string, pattern: string): boolean {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "s").test(value);
}

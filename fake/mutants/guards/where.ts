import type { Call } from "../../http/call.ts";
import type { Field } from "../../http/fields.ts";
import { inputAt, namedInputs } from "../inputs.ts";
import type { Guard, Site } from "../model.ts";

/** A member with one of its listed values: beside the value that is changed, or in the request where it has none such. */
export const where: Guard = {
  name: "where",
  about: (level, { kind }) => [(kind === "value" || kind === "list" ? "row." : "") + parsed(level).name],
  never: (level, site) =>
    site.kind === "value" && WRITTEN[site.operation]?.some((one) => isAnother(level, one)) === true,
  levels: (site) => {
    const beside = siblingsOf(site);
    const asked = listedInputs(site).filter(([name]) => !(name in beside));
    return [...Object.entries(beside), ...asked].flatMap(([name, values]) =>
      values.map((value) => `${name}=${String(value)}`),
    );
  },
  calls: (level, site) => (parsed(level).name in siblingsOf(site) ? () => true : (call) => asks(call, level)),
  values: (level, site) => {
    const { name, value } = parsed(level);
    return name in siblingsOf(site) ? (_value, holder) => String(holder[name]) === value : () => true;
  },
};

/** What a write gives to each thing that it shows. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  "block-task": ["status=blocked"],
  "send-message": ["senderType=agent"],
};

/** Another value of the same member? */
const isAnother = (level: string, one: string): boolean =>
  level !== one && level.startsWith(one.slice(0, one.indexOf("=") + 1));

const siblingsOf = (site: Site): Readonly<Record<string, readonly unknown[]>> =>
  site.kind === "value" || site.kind === "list" ? site.siblings : {};

/** The input fields of an operation with values that can be told, but for the one that is changed itself. */
function listedInputs(site: Site): [string, readonly unknown[]][] {
  const own = site.kind === "input" || site.kind === "constraint" ? site.role : null;
  return namedInputs(site.operation).flatMap(({ role, name, field }): [string, readonly unknown[]][] => {
    const values = valuesOf(field);
    return values.length === 0 || role === own ? [] : [[name, values]];
  });
}

/** Listed values, those of a flag, or the bounds of a number. */
function valuesOf({ values, kind, minimum, maximum }: Field): readonly unknown[] {
  if (kind === "boolean") return [true];
  if (kind === "integer" && maximum !== undefined && maximum <= 100) return [minimum, maximum];
  return values ?? [];
}

/** Is the value asked for, alone or among others? */
function asks(call: Call, level: string): boolean {
  const { name, value } = parsed(level);
  return [inputAt(call, name)].flat().some((given) => given !== undefined && String(given) === value);
}

function parsed(level: string) {
  const [name = "", value = ""] = level.split("=");
  return { name, value };
}

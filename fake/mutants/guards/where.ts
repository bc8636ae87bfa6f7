import { asObject, type Json } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import { OPERATIONS } from "../../operations.ts";
import type { Guard, Site } from "../model.ts";

/** A member with one of its listed values: beside the value that is changed, or in the request where no value is. */
export const where: Guard = {
  name: "where",
  levels: (site) => {
    const listed = site.kind === "value" || site.kind === "list" ? Object.entries(site.siblings) : listedInputs(site);
    return listed.flatMap(([name, values]) => values.map((value) => `${name}=${String(value)}`));
  },
  calls: (level, site) => (site.kind === "value" || site.kind === "list" ? () => true : (call) => asks(call, level)),
  values: (level, site) => {
    if (site.kind !== "value" && site.kind !== "list") return () => true;
    const { name, value } = parsed(level);
    return (_value, holder) => String(holder[name]) === value;
  },
};

/** The input fields of an operation with listed values, but for the one that is changed itself. */
function listedInputs(site: Site): [string, readonly string[]][] {
  const own = site.kind === "input" || site.kind === "constraint" ? site.role : null;
  const { fields = {} } = OPERATIONS.find(({ id }) => id === site.operation) ?? {};
  return Object.entries(fields).flatMap(([role, { values, kind, name = role }]) =>
    values === undefined || kind !== "text" || role === own ? [] : [[name, values]],
  );
}

function asks({ query, body }: Call, level: string): boolean {
  const { name, value } = parsed(level);
  const inBody = body.kind === "json" ? asObject((body.value ?? {}) as Json)[name] : undefined;
  return query.get(name) === value || inBody === value;
}

function parsed(level: string) {
  const [name = "", value = ""] = level.split("=");
  return { name, value };
}

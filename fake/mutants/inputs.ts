import { asObject } from "../../spec/json.ts";
import type { Call } from "../http/call.ts";
import type { Field } from "../http/fields.ts";
import { OPERATIONS } from "../operations.ts";
import { bodyMember } from "../overrides/hooks.ts";
import { asJson } from "./json-value.ts";

/** An input of an operation; a member of a group is named by its path, `filters/min_confidence`. */
export interface NamedInput {
  readonly role: string;
  /** Name on the wire. */
  readonly name: string;
  readonly field: Field;
}

/** Returns every input of an operation, including those inside groups. */
export function namedInputs(operation: string): readonly NamedInput[] {
  const { fields = {} } = OPERATIONS.find(({ id }) => id === operation) ?? {};
  return Object.entries(fields).flatMap(([role, field]) => {
    const name = field.name ?? role;
    const inside = Object.entries(field.fields ?? {}).map(([member, one]) => {
      return { role: `${role}/${member}`, name: `${name}/${member}`, field: one };
    });
    return [{ role, name, field }, ...inside];
  });
}

/** Returns the value of an input in a call; undefined if it is absent. */
export function inputAt(call: Call, name: string): unknown {
  const [outer = "", inner] = name.split("/");
  if (call.query.has(name)) return call.query.getAll(name);
  const given = bodyMember(call, outer);
  return inner === undefined ? given : asObject(asJson(given))[inner];
}

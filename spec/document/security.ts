import type { Json } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerTo, valueAt } from "../pointer.ts";
import { invalid, unsupported } from "./document-problem.ts";
import type { DocumentReader, Located } from "./reader.ts";
import { objectAt } from "./reader.ts";

/**
 * Returns whether an operation requires a key: not if its list of securities is empty or one of them requires nothing.
 * Adds a problem for a security that is not a bearer key, since no request could satisfy it.
 */
export function readSecurity(reader: DocumentReader, { value, pointer }: Located): boolean {
  const security = value.security ?? reader.root.security;
  const place = pointerTo(value.security === undefined ? "" : pointer, "security");
  if (security === undefined) return false;
  if (!Array.isArray(security)) {
    reader.problems.push(invalid(place, "expected a list of security requirements"));
    return false;
  }
  security.forEach((one, index) => {
    for (const name of schemesOf(one)) checkScheme(reader, name, pointerTo(place, index, name));
  });
  return security.length > 0 && security.every((one) => schemesOf(one).length > 0);
}

function schemesOf(requirement: Json): string[] {
  return isObject(requirement) ? Object.keys(requirement) : [];
}

function checkScheme(reader: DocumentReader, name: string, place: string): void {
  const pointer = pointerTo("/components/securitySchemes", name);
  if (valueAt(reader.root, pointer) === undefined) {
    reader.problems.push(invalid(place, `there is no security scheme "${name}" under components`));
    return;
  }
  const scheme = objectAt(reader, pointer, "the security scheme")?.value;
  const isBearer = scheme?.type === "http" && String(scheme.scheme).toLowerCase() === "bearer";
  if (isBearer) return;
  const hint = "Describe it as type: http, scheme: bearer.";
  reader.problems.push(unsupported(pointer, `the security scheme "${name}" is not a bearer key`, hint));
}

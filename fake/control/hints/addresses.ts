import { nearest } from "../../../spec/nearest.ts";
import type { Call } from "../../http/call.ts";
import { OPERATIONS } from "../../operations.ts";

/** Returns the hint for an unknown URL: the operation that was probably meant. */
export function addressHint({ method, path }: Call): string {
  const plain = path
    .replace(/\/{2,}/g, "/")
    .replace(/\/$/, "")
    .toLowerCase();
  const exact = OPERATIONS.find((operation) => operation.path === plain);
  if (exact !== undefined) {
    if (exact.method !== method.replace("HEAD", "GET"))
      return `Use ${exact.method}: ${exact.id} is ${exact.method} ${exact.path}.`;
    return `Write the path as it is: ${exact.path}.`;
  }
  const name = plain.split("/").pop() ?? "";
  const id =
    OPERATIONS.find((operation) => operation.id === hyphened(name))?.id ??
    nearest(
      name,
      OPERATIONS.map(({ id }) => id),
    );
  const close = OPERATIONS.find((operation) => operation.id === id);
  if (close !== undefined) return `Did you mean ${close.method} ${close.path}?`;
  const prefix = plain.startsWith("/v1/") ? "" : " All paths begin with /v1/agent/ or /v1/sdk/.";
  return `The operations are ${OPERATIONS.map((operation) => operation.id).join(", ")}.${prefix}`;
}

function hyphened(name: string): string {
  return name.replaceAll("_", "-").replaceAll(".", "-");
}

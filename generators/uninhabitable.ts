import type { ApiDocument } from "../spec/document-model.ts";
import { toPointer } from "./pointer.ts";
import { requestModel } from "./request-model.ts";
import { sampleRequest } from "./requests.ts";
import { requestSites } from "./sites.ts";
import { valuesOf } from "./values/value.ts";

/** A schema of the document's requests that no value can match. */
export interface Uninhabitable {
  readonly operation: string;
  readonly address: string;
  /** Where in the request: `/body/title`; "" where each member can be had and the whole cannot. */
  readonly pointer: string;
}

/** Every schema of a request whose own rules exclude each other, and every operation without any valid request. */
export function uninhabitable(document: ApiDocument): Uninhabitable[] {
  return document.operations.flatMap((operation) => {
    const { resolve } = requestModel(document, operation).rules;
    const options = { presence: "none", text: "plain", available: () => true } as const;
    const places = requestSites(document, operation)
      .filter(({ rules }) => valuesOf(rules, resolve, options) === undefined)
      .map(({ address, path }) => ({ operation: operation.id, address, pointer: toPointer(path) }));
    if (places.length > 0 || sampleRequest(document, operation, options) !== undefined) return places;
    return [{ operation: operation.id, address: operation.id, pointer: "" }];
  });
}

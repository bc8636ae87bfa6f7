import type { ApiDocument, Operation } from "../../../spec/document/model.ts";
import { Inconclusive } from "../../client/inconclusive.ts";

/** Returns an operation by id. Throws Inconclusive if there is none, since an overlay may remove an operation. */
export function operationOf(document: ApiDocument, id: string): Operation {
  const operation = document.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Inconclusive(`the document has no operation ${id}`);
  return operation;
}

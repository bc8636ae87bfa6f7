import type { ApiDocument, Operation } from "../../../spec/document/model.ts";
import { Inconclusive } from "../../client/unanswered.ts";

/** An operation by its id; Inconclusive where there is none: an overlay may take an operation away. */
export function operationOf(document: ApiDocument, id: string): Operation {
  const operation = document.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Inconclusive(`the document has no operation ${id}`);
  return operation;
}

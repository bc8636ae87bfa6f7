import { boundaryRequests, invalidRequests } from "../../generators/index.ts";
import type { Operation } from "../../spec/document-model.ts";
import { remembered } from "../../spec/remembered.ts";

const idOf = ({ id }: Operation) => id;

/** Every case at the bounds of an operation; made once for a document, because it takes long and is always the same. */
export const boundaryCasesOf = remembered(boundaryRequests, idOf);

/** Every case that breaks one rule of an operation; made once for a document. */
export const invalidCasesOf = remembered(invalidRequests, idOf);

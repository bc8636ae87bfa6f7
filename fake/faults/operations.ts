import { OPERATIONS } from "../operations.ts";

/** Ids of all operations. */
export const ALL = OPERATIONS.map((operation) => operation.id);

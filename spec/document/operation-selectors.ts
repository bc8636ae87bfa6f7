import type { ApiDocument, Operation } from "./model.ts";

/** The selectors that the catalogue may use instead of operation ids. */
const SELECTORS: Readonly<Record<string, (operation: Operation) => boolean>> = {
  "*": () => true,
  "agent/*": ({ family }) => family === "agent",
  "sdk/*": ({ family }) => family === "sdk",
  "body/*": ({ body }) => body !== null,
};

/**
 * Returns the ids of the document's operations that a list of ids and selectors names. Ids that the document lacks are
 * ignored.
 */
export function expandOperations(names: readonly string[], { operations }: ApiDocument): readonly string[] {
  return operations.filter((operation) => names.some((name) => isNamed(operation, name))).map(({ id }) => id);
}

/** True for an id or selector that picks something in the document. */
export function namesOperation(name: string, document: ApiDocument): boolean {
  return expandOperations([name], document).length > 0;
}

function isNamed(operation: Operation, name: string): boolean {
  return SELECTORS[name]?.(operation) ?? operation.id === name;
}

import type { Operation } from "../../spec/document/model.ts";
import type { Topic } from "../../spec/requirement.ts";
import type { RunContext } from "../engine/check/check.ts";

/** Returns the id of the requirement on this topic for an operation; a derived one if the catalogue has none. */
export function requirementOf(context: RunContext, operation: Operation, topic: Topic): string {
  return context.catalogue.requirementForOperation(operation.id, topic).id;
}

/** Returns true if valid requests to an operation can differ in more than the ids of resources. */
export function varies(operation: Operation): boolean {
  const members = Object.values(operation.body?.members ?? {});
  const schemas = [...operation.parameters.map((parameter) => parameter.schema), ...members];
  return schemas.some((schema) => schema["x-reference"] === undefined);
}

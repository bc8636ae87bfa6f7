import type { Operation } from "../../spec/document/model.ts";
import type { Topic } from "../../spec/requirement.ts";
import type { RunContext } from "../engine/check/check.ts";

/** Id of the requirement that plays a part for an operation; a derived one where the catalogue has none. */
export function requirementOf(context: RunContext, operation: Operation, topic: Topic): string {
  return context.catalogue.requirementForOperation(operation.id, topic).id;
}

/** True when valid requests to an operation can differ in more than the ids of what they address. */
export function varies(operation: Operation): boolean {
  const members = Object.values(operation.body?.members ?? {});
  const schemas = [...operation.parameters.map((parameter) => parameter.schema), ...members];
  return schemas.some((schema) => schema["x-reference"] === undefined);
}

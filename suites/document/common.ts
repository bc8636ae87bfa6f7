import type { Operation } from "../../spec/document/model.ts";
import { isObject } from "../../spec/json.ts";
import type { Topic } from "../../spec/requirement.ts";
import type { World } from "../engine/check/check.ts";

/** Id of the requirement that plays a part for an operation; a derived one where the catalogue has none. */
export function requirementOf(world: World, operation: Operation, topic: Topic): string {
  return world.catalogue.requirementForOperation(operation.id, topic).id;
}

/** True when valid requests to an operation can differ in more than the ids of what they address. */
export function varies(operation: Operation): boolean {
  const properties = operation.body?.schema.properties;
  const members = isObject(properties) ? Object.values(properties) : [];
  const schemas = [...operation.parameters.map((parameter) => parameter.schema), ...members];
  return schemas.some((schema) => isObject(schema) && schema["x-reference"] === undefined);
}

/** Groups items under a key, in order of first appearance. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

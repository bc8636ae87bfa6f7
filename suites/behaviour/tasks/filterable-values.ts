import { asObject } from "../../../spec/json.ts";
import type { RunContext } from "../../engine/check/check.ts";
import { parameterSchema } from "../../models/document-facts.ts";
import { valueAt } from "../../verifiers/read.ts";
import type { CreatedTask } from "./requests.ts";

/**
 * Returns the status and priority in the response to a creation, if the filters allow them; invalid ones are judged
 * elsewhere.
 */
export function filterableValuesOf({ document }: RunContext, { response }: CreatedTask) {
  const created = asObject(valueAt(response, "/data"));
  const filterableValue = (name: "status" | "priority") =>
    [parameterSchema(document, "list-tasks", name)?.enum]
      .flat()
      .find((word) => word === created[name] && word !== null);
  return { status: filterableValue("status"), priority: filterableValue("priority") };
}

import { asObject } from "../../../spec/json.ts";
import type { RunContext } from "../../engine/check/check.ts";
import { parameterSchema } from "../../models/document-facts.ts";
import { valueAt } from "../../verifiers/read.ts";
import type { CreatedTask } from "./requests.ts";

/**
 * Returns the status and priority in the response to a creation, if the filters allow them; invalid ones are judged
 * elsewhere.
 */
export function toldFilters({ document }: RunContext, { response }: CreatedTask) {
  const told = asObject(valueAt(response, "/data"));
  const known = (name: "status" | "priority") =>
    [parameterSchema(document, "list-tasks", name)?.enum].flat().find((word) => word === told[name] && word !== null);
  return { status: known("status"), priority: known("priority") };
}

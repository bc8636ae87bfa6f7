import type { JsonObject } from "../../spec/json.ts";
import { PRIORITIES, TASK_STATUSES } from "../features/tasks/model.ts";
import { integer, list, object, text } from "./json-schema.ts";

/** Schemas that several routes share. */
export const agentRef = text("Id or name of an agent");
export const userRef = text("Id or name of a person");
export const permissions: JsonObject = {
  ...list({ type: "string", enum: ["CAN_READ", "CAN_WRITE"] }, "Both by default"),
  uniqueItems: true,
  minItems: 1,
};
export const taskStatus: JsonObject = { type: "string", enum: [...TASK_STATUSES], description: "Status of a task" };
export const priority: JsonObject = { type: "string", enum: [...PRIORITIES], description: "Priority of a task" };

const amount = (unit: string): JsonObject => ({
  type: "number",
  minimum: 0,
  maximum: 1e12,
  description: `This many ${unit}`,
});

/** A duration, in units that are added up or as ISO 8601. */
export const duration: JsonObject = object({
  milliseconds: amount("milliseconds"),
  seconds: amount("seconds"),
  minutes: amount("minutes"),
  hours: amount("hours"),
  days: amount("days"),
  weeks: amount("weeks"),
  duration: text("ISO 8601, such as PT15M or P40D, in place of the units"),
});

/** The members of a journal filter, as query parameters. */
export const journalFilter: Readonly<Record<string, JsonObject>> = {
  operation: text("Operation id; upload-bytes and download-bytes for presigned URLs"),
  method: text("HTTP method"),
  path: text("Path, whole or its beginning"),
  status: text("Status, or 4xx for all of that hundred", { pattern: "^([1-5]\\d\\d|[1-5]xx)$" }),
  outcome: { type: "string", enum: ["ok", "rejected", "dropped"], description: "How it ended" },
  code: text("error.code of the response"),
  agent: agentRef,
  workspace: text("Id of a workspace, or main"),
  rule: text("Name of the chaos rule that acted on it"),
  since: integer("Entries with a greater number", 0),
  text: text("Text anywhere in path, query, bodies, reason or hint, whatever its case"),
};

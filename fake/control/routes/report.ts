import { REPORT_FORMAT_NAMES, REPORT_FORMATS, type ReportFormat } from "../../client-report/formats/format.ts";
import { SEVERITIES, type Severity } from "../../client-report/rule.ts";
import { integer, text } from "../json-schema.ts";
import { responseOf } from "../response-schemas.ts";
import { reply, route } from "../route.ts";
import { agentRef } from "../schemas.ts";

interface Asked {
  readonly format?: ReportFormat;
  readonly workspace?: string;
  readonly agent?: string;
  readonly since?: number;
  readonly ignore?: string;
  readonly gate?: Severity;
}

/** Routes of the report on the client: the parts of the contract that it used, and its mistakes. */
export const reportRoutes = [
  route<object, Asked>({
    id: "get-report",
    method: "GET",
    path: "/report",
    area: "Client report",
    summary:
      "Judges the client by the requests in the journal: what it used of the contract, and what it did wrong; JSON, Markdown or JUnit, by format or Accept.",
    gives: responseOf("ClientReport", "headline, summary, findings (each with its exchanges), rules and coverage"),
    query: {
      format: {
        type: "string",
        enum: [...REPORT_FORMAT_NAMES],
        description: "Form of the report; by Accept (text/markdown, application/xml), or JSON, when omitted",
      },
      workspace: text("Id of a workspace, or main"),
      agent: agentRef,
      since: integer("Requests with a greater number in the journal", 0),
      ignore: text("Ids of rules that are left out, separated by commas"),
      gate: {
        type: "string",
        enum: [...SEVERITIES],
        description: "Findings that make a case of JUnit fail: error (the default) or warning, which is all",
      },
    },
    produces: ["application/json", "text/markdown", "application/xml"],
    example: { after: "/v1/agent/list-tasks", query: "format=markdown" },
    handle: async ({ fake, query, accept }) => {
      const { format = formatFor(accept), workspace, ignore, gate = "error", ...filter } = query;
      const id = workspace === undefined ? undefined : fake.control.workspace(workspace).describe().id;
      const report = await fake.report({
        ...filter,
        ...(id === undefined ? {} : { workspace: id }),
        ...(ignore === undefined ? {} : { ignore: ignore.split(",") }),
      });
      const { type, write } = REPORT_FORMATS[format];
      return reply(write(report, gate), type);
    },
  }),
];

function formatFor(accept: string): ReportFormat {
  if (/markdown/i.test(accept)) return "markdown";
  return /junit|\bxml\b/i.test(accept) && !/html/i.test(accept) ? "junit" : "json";
}

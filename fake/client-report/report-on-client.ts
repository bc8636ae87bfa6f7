import { loadDocument } from "../../spec/document/document.ts";
import type { ApiDocument } from "../../spec/document/model.ts";
import { counted } from "../../spec/format-text.ts";
import { tool } from "../../spec/tool.ts";
import type { Journal } from "../control/journal/journal.ts";
import { errorCodeCoverage, operationCoverage, shareOf } from "./coverage.ts";
import { judge, rulesWithout } from "./findings.ts";
import { selectedHistory } from "./history.ts";
import type { ClientReport } from "./report.ts";
import type { ReportSelection } from "./selection.ts";

let document: Promise<ApiDocument> | null = null;

/**
 * Returns the report on the client that sent the requests in a journal. It is computed only here, so requests have no
 * extra cost.
 *
 * @throws ControlProblem `invalid_input` for an unknown rule to ignore.
 */
export async function reportOnClient(
  journal: Journal,
  createdAt: string,
  selection: ReportSelection = {},
): Promise<ClientReport> {
  const ignored = selection.ignore ?? [];
  const rules = rulesWithout(ignored);
  document ??= loadDocument();
  const contract = await document;
  const history = selectedHistory(journal, selection);
  const { findings, rules: summaries, cited } = judge(history, rules);
  const operations = operationCoverage(contract, history.entries);
  const errorCodes = errorCodeCoverage(contract, history.entries, cited);
  const handled = errorCodes.filter((each) => each.handled).length;
  const summary = {
    errors: findings.filter(({ severity }) => severity === "error").length,
    warnings: findings.filter(({ severity }) => severity === "warning").length,
    operations: shareOf(operations, ({ requests }) => requests > 0),
    inputs: shareOf(
      operations.flatMap(({ inputs }) => inputs),
      ({ sent }) => sent > 0,
    ),
    statuses: shareOf(
      operations.flatMap(({ statuses }) => statuses),
      ({ met }) => met > 0,
    ),
    errorCodes: { ...shareOf(errorCodes, ({ met }) => met > 0), handled },
  };
  const { title, version, sha256 } = contract;
  const judged = history.entries.length;
  return {
    schemaVersion: 1,
    tool: { name: tool.name, version: tool.version },
    contract: { title, version, sha256 },
    createdAt,
    headline: headlineOf(summary, judged),
    summary,
    requests: { judged, dropped: journal.dropped },
    findings,
    rules: summaries,
    ignored,
    coverage: { operations, errorCodes },
  };
}

function headlineOf({ errors, warnings, operations, errorCodes }: ClientReport["summary"], judged: number): string {
  if (judged === 0) return "no request to judge";
  const found = `${counted(errors, "error")} and ${counted(warnings, "warning")} in ${counted(judged, "request")}`;
  const used = `${operations.met} of ${operations.total} operations used`;
  return `${found}; ${used}, ${errorCodes.met} of ${errorCodes.total} error codes met`;
}

import { jsonText } from "../../spec/escape.ts";
import type { Report } from "../../spec/report.ts";

/** `report.json`: the result model itself, headline and gate first; the only format that can be read back. */
export function json(report: Report): string {
  const { headline, gate, ...rest } = report;
  return jsonText({ headline, gate, ...rest });
}

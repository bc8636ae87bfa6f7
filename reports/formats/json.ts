import type { Report } from "../../spec/report.ts";
import { jsonText } from "../escape.ts";

/** `report.json`: the result model itself, the headline first; the only format that can be read back. */
export function json(report: Report): string {
  const { headline, ...rest } = report;
  return jsonText({ headline, ...rest });
}

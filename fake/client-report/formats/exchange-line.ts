import { oneLine, truncated } from "../../../spec/format-text.ts";
import type { JournalEntry } from "../../control/journal/entry.ts";

const LONGEST_BODY = 300;

/** Returns a request on one line: `7 12:00:00.000 POST /v1/agent/create-task {"title":"One"} → 200`. */
export function lineOf({ number, time, method, path, query, request, status, code, rule }: JournalEntry): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => `${name}=${each}`));
  const search = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  const content = request?.content;
  const body = request === null ? "" : ` ${typeof content === "string" ? content : JSON.stringify(content)}`;
  const response = status === null ? "no response" : `${status}${code === null ? "" : ` ${code}`}`;
  const disturbed = rule === null ? "" : ` (rule ${rule})`;
  return oneLine(
    `${number} ${time.slice(11, 23)} ${method} ${path}${truncated(search + body, LONGEST_BODY)} → ${response}${disturbed}`,
  );
}

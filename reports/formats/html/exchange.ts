import type { ReportExchange } from "../../../spec/report.ts";
import { cut, duration, thousands } from "../../text.ts";
import { type JsonLine, jsonLines } from "./json-lines.ts";
import { html, type Markup } from "./markup.ts";

/** Code points of a body that the page shows; report.json has all that was kept. */
const BODY_EXCERPT = 20_000;
const HEADER_EXCERPT = 2000;

/** One exchange, folded to its first lines; the place that shows the failure is marked when the exchange was judged. */
export function exchangeMarkup(exchange: ReportExchange, pointer: string | null): Markup {
  const { request, response, error } = exchange;
  const outcome = response === null ? "no response" : String(response.status);
  return html`<details class="exchange"${open(pointer !== null)}>
<summary><code>${request.method} ${cut(request.url, 300)}</code> <span class="arrow" aria-label="answered with">→</span> <code class="status">${outcome}</code> <span class="muted">${duration(exchange.durationMs)}${pointer === null ? "" : " · the one that was judged"}</span></summary>
<div class="pair">
<div><h5>Sent</h5>${message(`${request.method} ${request.url}`, request.headers, request.body, null)}</div>
<div><h5>Received</h5>${
    response === null
      ? html`<p class="empty">No response: ${error ?? "unknown"}</p>`
      : message(`HTTP ${response.status}`, response.headers, response.body, pointer)
  }</div>
</div>
</details>`;
}

/** The attribute that opens a `details` from the start. */
export function open(isOpen: boolean): Markup {
  return isOpen ? html` open` : html``;
}

function message(
  line: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
  pointer: string | null,
): Markup {
  const rows = Object.entries(headers).map(
    ([name, value]) => html`\n<span class="name">${name}:</span> ${cut(value, HEADER_EXCERPT)}`,
  );
  return html`<pre tabindex="0"><strong>${line}</strong>${rows}${body === null || body === "" ? null : html`\n\n${bodyMarkup(body, pointer)}`}</pre>`;
}

/** A body, indented when it is JSON, with the line at the pointer marked. */
export function bodyMarkup(body: string, pointer: string | null): Markup {
  const text = cut(body, BODY_EXCERPT);
  const lines = text === body ? jsonLines(body) : null;
  if (lines === null) return html`${text}`;
  const marked = lineAt(lines, pointer ?? "");
  return html`${lines.map((line, index) => {
    const end = index === lines.length - 1 ? "" : "\n";
    return index === marked ? html`<mark>${line.text}</mark>${end}` : `${line.text}${end}`;
  })}`;
}

/** Line of the value at the pointer, or of the nearest value around it that is there; -1 for the whole. */
function lineAt(lines: readonly JsonLine[], pointer: string): number {
  if (pointer === "") return -1;
  const found = lines.findIndex((line) => line.pointer === pointer);
  return found === -1 ? lineAt(lines, pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")))) : found;
}

/** `1,234 characters`, for the label of a long text. */
export function lengthOf(text: string): string {
  return `${thousands([...text].length)} characters`;
}

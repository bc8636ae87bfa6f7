import { counted, duration, thousands, truncated } from "../../../spec/format-text.ts";
import type { ReportExchange } from "../../../spec/report.ts";
import { type JsonLine, jsonLines } from "./json-lines.ts";
import { html, type Markup } from "./markup.ts";

/** Code points of a body that the page shows; report.json has all that was kept. */
const BODY_EXCERPT = 20_000;
const HEADER_EXCERPT = 2000;

/** The parts of a finding that describe the judged exchange. */
export interface Judged {
  /** Place in the response that shows the failure. */
  readonly pointer: string;
  readonly shrinks: number;
}

/** One exchange, folded to its first lines; the place that shows the failure is marked when the exchange was judged. */
export function exchangeMarkup(exchange: ReportExchange, judged: Judged | null): Markup {
  const { request, response, error } = exchange;
  const shrunk = judged === null || judged.shrinks === 0 ? [] : [`shrunk ${counted(judged.shrinks, "time")}`];
  const outcome = response === null ? "no response" : String(response.status);
  return html`<details class="exchange"${open(judged !== null)}>
<summary><code>${request.method} ${truncated(request.url, 300)}</code> <span class="arrow" aria-label="response">→</span> <code class="status">${outcome}</code> <span class="muted">${duration(exchange.durationMs)}${judged === null ? "" : " · the one that was judged"}</span></summary>
<div class="pair">
<div><h5>Sent${extent([...sizeOf(request), ...shrunk])}</h5>${message(`${request.method} ${request.url}`, request.headers, request.body, judged && sentPlace(judged.pointer))}</div>
<div><h5>Received${response && extent(sizeOf(response))}</h5>${
    response === null
      ? html`<p class="empty">No response: ${error ?? "unknown"}</p>`
      : message(`HTTP ${response.status}`, response.headers, response.body, judged?.pointer ?? null)
  }</div>
</div>
</details>`;
}

/** Returns the full length of a body that is shown in part. */
function sizeOf({ size }: { readonly size?: number }): string[] {
  return size === undefined ? [] : [`${thousands(size)} characters, folded here`];
}

function extent(notes: readonly string[]): Markup | null {
  return notes.length === 0 ? null : html` <span class="extent">${notes.join(", ")}</span>`;
}

/** Returns the pointer in the request of the member with the same name as the judged one in the response. */
function sentPlace(pointer: string): string {
  return /\/[^/]+$/u.exec(pointer.replace(/(?:\/\d+)+$/u, ""))?.[0] ?? "";
}

/** Returns the attribute that opens a `details` from the start. */
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
    ([name, value]) => html`\n<span class="name">${name}:</span> ${truncated(value, HEADER_EXCERPT)}`,
  );
  return html`<pre tabindex="0"><strong>${line}</strong>${rows}${body === null || body === "" ? null : html`\n\n${bodyMarkup(body, pointer)}`}</pre>`;
}

/** Returns a body, indented if it is JSON, with the line at the pointer marked. */
export function bodyMarkup(body: string, pointer: string | null): Markup {
  const text = truncated(body, BODY_EXCERPT);
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

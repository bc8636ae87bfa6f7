import { useData } from "./data.js";
import { html } from "./library.js";
import { Body, Missing } from "./parts.js";

/**
 * What the journal has of one request, with the bodies that came and went.
 *
 * @param {{ number: number, durationMs: number }} props
 */
export function RequestDetails({ number, durationMs }) {
  const { data, error } = useData(`/journal/${number}`, 0);
  if (data === null) return html`<${Missing} error=${error} />`;
  return html`<div class="exchange">
    <p class="hint">Number ${number}, ${durationMs} ms, request id <code>${data.requestId}</code></p>
    <${Body} title="Request" number=${number} body=${data.request} />
    <${Body} title="Response" number=${number} body=${data.response} />
  </div>`;
}

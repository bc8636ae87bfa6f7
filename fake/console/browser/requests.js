import { call } from "./api.js";
import { counted, timeOf } from "./format.js";
import { html, useState } from "./library.js";
import { act } from "./notice.js";
import { Choice } from "./parts.js";
import { RequestDetails } from "./request-details.js";

/** @import { RequestEntry, ViewProps } from "./types.d.ts" */

/** @type {readonly (readonly [string, string])[]} */
const OUTCOMES = [
  ["", "All"],
  ["ok", "Accepted"],
  ["rejected", "Rejected"],
  ["dropped", "Without a response"],
];

/**
 * The live list of requests to the API: status, reason, and what would have worked.
 *
 * @param {ViewProps} props
 */
export function Requests({ live, workspace }) {
  const [outcome, setOutcome] = useState("");
  const [text, setText] = useState("");
  const [only, setOnly] = useState(false);
  const [held, setHeld] = useState(/** @type {readonly RequestEntry[] | null} */ (null));
  const all = held ?? live.requests;
  const shown = all.filter((entry) =>
    fits(entry, { outcome, text: text.toLowerCase(), workspace: only ? workspace.id : null }),
  );
  const rejected = all.filter((entry) => entry.outcome !== "ok").length;
  const more = held === null ? 0 : live.requests.filter(({ number }) => number > (held[0]?.number ?? 0)).length;
  return html`
    <div class="bar">
      <${Choice} label="Outcome" value=${outcome} options=${OUTCOMES} onChange=${setOutcome} />
      <label>Search <input type="search" value=${text} onInput=${(event) => setText(event.currentTarget.value)} /></label>
      <label class="tick"
        ><input type="checkbox" checked=${only} onChange=${(event) => setOnly(event.currentTarget.checked)} /> only ${workspace.name}</label
      >
      <button type="button" aria-pressed=${held !== null} onClick=${() => setHeld(held === null ? live.requests : null)}>
        ${held === null ? "Pause" : `Continue${more === 0 ? "" : ` (${more} more)`}`}
      </button>
      <button type="button" onClick=${() => act(() => call("DELETE", "/journal"), "The journal is empty.")}>Clear</button>
    </div>
    <p class="hint">
      ${counted(all.length, "request")}, ${rejected} not accepted, ${shown.length} shown
      ${live.missed > 0 && html`; ${counted(live.missed, "older request")} not here (the journal may have them)`}
    </p>
    ${
      shown.length === 0
        ? html`<p class="empty">No request to show. What a client sends to the API appears here at once.</p>`
        : html`<ol class="requests">
            ${shown.map((entry) => html`<${Row} key=${entry.number} entry=${entry} />`)}
          </ol>`
    }
  `;
}

/** @type {(entry: RequestEntry, wanted: { outcome: string, text: string, workspace: string | null }) => boolean} */
function fits(entry, { outcome, text, workspace }) {
  if (outcome !== "" && entry.outcome !== outcome) return false;
  // Without a valid key nobody knows whose request it is.
  if (workspace !== null && entry.workspace !== null && entry.workspace !== workspace) return false;
  return text === "" || JSON.stringify(entry).toLowerCase().includes(text);
}

/**
 * Does the hint speak of the unknown field of a note?
 *
 * @param {string} note
 * @param {string | null} hint
 */
function isTold(note, hint) {
  const [, name] = /^Unknown [^"]*("[^"]*")/.exec(note) ?? [];
  return name !== undefined && hint?.includes(name) === true;
}

/** @param {{ entry: RequestEntry }} props */
function Row({ entry }) {
  const [isOpen, setOpen] = useState(false);
  const {
    number,
    time,
    method,
    path,
    query,
    operation,
    status,
    outcome,
    code,
    why,
    hint,
    notes,
    rule,
    workspace,
    agent,
    durationMs,
  } = entry;
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  );
  return html`<li class=${outcome}>
    <details onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="status ${outcome}">${status ?? "cut"}</span>
        <span class="what"><b>${operation ?? `${method} ${path}`}</b> <span class="where">${operation && `${method} ${path}`}${search.size > 0 && `?${search}`}</span></span>
        <span class="who">${agent?.name ?? (workspace === null ? "no valid key" : "presigned URL")}</span>
        <time datetime=${time}>${timeOf(time)}</time>
      </summary>
      ${isOpen && html`<${RequestDetails} number=${number} durationMs=${durationMs} />`}
    </details>
    ${why !== null && html`<p class="why">${code !== null && html`<code>${code}</code> `}${why}</p>`}
    ${hint !== null && html`<p class="near">→ ${hint}</p>`}
    ${notes.filter((note) => !isTold(note, hint)).map((note) => html`<p class="near">${note}</p>`)}
    ${rule !== null && html`<p class="near">Chaos rule: <code>${rule}</code></p>`}
  </li>`;
}

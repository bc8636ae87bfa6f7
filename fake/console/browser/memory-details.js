import { call, inWorkspace } from "./api.js";
import { minuteOf, relative, short, words } from "./format.js";
import { html, useEffect, useRef } from "./library.js";
import { act } from "./notice.js";
import { OneLine } from "./parts.js";

/** @import { Edge, MemoryView, ViewProps } from "./types.d.ts" */
/** @typedef {{ memories: readonly MemoryView[], nameOf: (id: string) => string, onChoose: (id: string | null) => void }} Linked */

/**
 * One memory with its edges, and what can happen to it.
 *
 * @param {Linked & Pick<ViewProps, "workspace" | "now"> & { memory: MemoryView, edges: readonly Edge[], scopeName: (id: string) => string }} props
 */
export function MemoryDetails({ memory, memories, edges, nameOf, workspace, scopeName, now, onChoose }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  const { id, content, kind, status, scopeId, confidence, created_at, expires_at, invalidated_reason, metadata } =
    memory;
  /** @param {string} move */
  const place = (move) => inWorkspace(workspace.id, "memories", id, move);
  /** @type {(name: string, body: object, done: string) => unknown} */
  const move = (name, body, done) => act(() => call("POST", place(name), body), done);
  const tags = Array.isArray(metadata.tags) ? metadata.tags : [];
  return html`<section class="card chosen" aria-label="Memory">
    <h3 tabindex="-1" ref=${heading}>${content}</h3>
    <p>
      <span class="badge ${status}">${status}</span> ${kind} in ${scopeName(scopeId)}, confidence ${confidence}, written
      ${" "}${relative(created_at, now)}, ${expires_at === null ? "never expires" : `expires ${minuteOf(expires_at)} (${relative(expires_at, now)})`}
      ${tags.length > 0 && `, tags: ${tags.join(", ")}`}
    </p>
    ${invalidated_reason !== null && html`<p>Invalidated: ${invalidated_reason}</p>`}
    <ul>
      ${edges
        .filter(({ from_id, to_id }) => from_id === id || to_id === id)
        .map(
          (edge) =>
            html`<li key=${edge.id}><${EdgeLine} edge=${edge} id=${id} memories=${memories} nameOf=${nameOf} onChoose=${onChoose} /></li>`,
        )}
    </ul>
    <${OneLine} label="A newer memory in its place" button="Supersede" onSend=${(text) => move("supersede", { content: text }, "Superseded.")} />
    <${OneLine} label="A memory that contradicts it" button="Contest" onSend=${(text) => move("contest", { content: text }, "Contested.")} />
    <${OneLine} label="Why it is wrong" button="Invalidate" onSend=${(reason) => move("invalidate", { reason }, "Invalidated.")} />
    <button type="button" class="quiet" onClick=${() => onChoose(null)}>Close</button>
  </section>`;
}

/** @param {Linked & { edge: Edge, id: string }} props */
function EdgeLine({ edge, id, memories, nameOf, onChoose }) {
  const { from_id, from_type, to_id, to_type, edge_type } = edge;
  const isOut = from_id === id;
  const [other, type] = isOut ? [to_id, to_type] : [from_id, from_type];
  const memory = memories.find((one) => one.id === other);
  const text =
    memory === undefined
      ? html`${type} “${short(nameOf(other), 70)}”`
      : html`<button type="button" class="link" onClick=${() => onChoose(other)}>${short(memory.content, 70)}</button>`;
  return isOut ? html`${words(edge_type)} → ${text}` : html`${text} → ${words(edge_type)} → this`;
}

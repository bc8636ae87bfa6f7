import { relative, short, words } from "./format.js";
import { GUTTER, layoutOf, ROW } from "./layout.js";
import { html, useMemo, useState } from "./library.js";

/** @import { Edge, GraphArc, MemoryView } from "./types.d.ts" */

const WIDTH = 640;
const RADIUS = 8;
const CONTENT = 58;

/**
 * The memory graph: groups for scopes, an arc for each edge, and under each memory what it is and when it expires.
 *
 * @param {{
 *   memories: readonly MemoryView[],
 *   edges: readonly Edge[],
 *   nameOf: (id: string) => string,
 *   scopeName: (id: string) => string,
 *   now: string,
 *   chosen: string | null,
 *   onChoose: (id: string) => void,
 * }} props
 */
export function Graph({ memories, edges, nameOf, scopeName, now, chosen, onChoose }) {
  const [withSources, setSources] = useState(false);
  const key = JSON.stringify([
    memories.map(({ id, scopeId }) => [id, scopeId]),
    edges.map(({ id }) => id),
    withSources,
  ]);
  const { groups, arcs, height } = useMemo(() => layoutOf(memories, edges, withSources), [key]);
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  /** @param {GraphArc} arc */
  const isChosen = ({ edge }) => edge.from_id === chosen || edge.to_id === chosen;
  // What is drawn last lies on top.
  const drawn = arcs.toSorted((one, other) => Number(isChosen(one)) - Number(isChosen(other)));
  return html`<figure class="graph">
    <div class="wide" tabindex="0" role="region" aria-label="Memory graph">
      <svg width=${WIDTH} height=${height} viewBox="0 0 ${WIDTH} ${height}">
        <defs>
          <marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 10 5 0 10z" />
          </marker>
        </defs>
        ${groups.map(
          ({ scope, heading, rows }) => html`<g key=${scope ?? "sources"}>
            <text class="group" x=${GUTTER - RADIUS} y=${heading}>${scope === null ? "Where they come from" : scopeName(scope)}</text>
            ${rows.map(({ id, y, type }) =>
              type === undefined
                ? html`<${Node} key=${id} y=${y} memory=${byId.get(id)} now=${now} isChosen=${id === chosen} onChoose=${onChoose} />`
                : html`<${Source} key=${id} y=${y} type=${type} text=${nameOf(id)} />`,
            )}
          </g>`,
        )}
        ${drawn.map((arc) => html`<${Arc} key=${arc.edge.id} arc=${arc} isChosen=${isChosen(arc)} />`)}
      </svg>
    </div>
    <label class="tick"
      ><input type="checkbox" checked=${withSources} onChange=${(event) => setSources(event.currentTarget.checked)} /> with the messages that
      they come from</label
    >
    <figcaption class="hint">
      Filled: current. Outlined: proposed, or contested (red). Dashed: superseded, expired or invalidated. Choose a memory for its edges.
    </figcaption>
  </figure>`;
}

/** @param {{ arc: GraphArc, isChosen: boolean }} props */
function Arc({ arc: { edge, path, label }, isChosen }) {
  return html`<g class="edge ${edge.edge_type} ${isChosen ? "chosen" : ""}">
    <path d=${path} marker-end="url(#arrow)" />
    ${label !== null && html`<text x=${label.x} y=${label.y}>${words(edge.edge_type).toLowerCase()}</text>`}
  </g>`;
}

/** @param {{ y: number, type: string, text: string }} props */
function Source({ y, type, text }) {
  return html`<g class="source">
    <rect x=${GUTTER - 7} y=${y - 7} width="14" height="14" rx="3" />
    <text x=${GUTTER + 20} y=${y + 5}>${type}: ${short(text, CONTENT)}</text>
  </g>`;
}

/** @param {{ y: number, memory: MemoryView, now: string, isChosen: boolean, onChoose: (id: string) => void }} props */
function Node({ y, memory: { id, content, status, kind, expires_at }, now, isChosen, onChoose }) {
  const expiry =
    expires_at === null
      ? "never expires"
      : `${status === "expired" ? "expired" : "expires"} ${relative(expires_at, now)}`;
  const facts = [kind, ...(status === "expired" ? [] : [status]), expiry].join(", ");
  /** @param {MouseEvent | KeyboardEvent} event */
  const choose = (event) => {
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onChoose(id);
  };
  return html`<g
    class="node ${status} ${isChosen ? "chosen" : ""}"
    role="button"
    tabindex="0"
    aria-label="${content}, ${facts}"
    aria-pressed=${isChosen}
    onClick=${choose}
    onKeyDown=${choose}
  >
    <rect class="area" x=${GUTTER + RADIUS + 6} y=${y - ROW / 2 + 1} width=${WIDTH - GUTTER - RADIUS - 12} height=${ROW - 2} rx="6" />
    <circle cx=${GUTTER} cy=${y} r=${RADIUS} />
    <text x=${GUTTER + 20} y=${y - 2}>${short(content, CONTENT)}</text>
    <text class="when" x=${GUTTER + 20} y=${y + 15}>${facts}</text>
  </g>`;
}

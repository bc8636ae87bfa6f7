import { inWorkspace, withQuery } from "./api.js";
import { useData } from "./data.js";
import { relative, short } from "./format.js";
import { Graph } from "./graph.js";
import { html, useState } from "./library.js";
import { MemoryDetails } from "./memory-details.js";
import { Choice, Missing } from "./parts.js";
import { usePeople } from "./people.js";

/** @import { ViewProps } from "./types.d.ts" */

/** What is drawn at most: more would be a ball of lines. */
const MOST = 150;
const MOST_EDGES = 1000;
const MOST_MESSAGES = 1000;

/**
 * Memories as a graph and as a table: their edges, scopes, statuses and when they expire.
 *
 * @param {ViewProps} props
 */
export function Memories({ live, workspace, now }) {
  const [scope, setScope] = useState("");
  const [chosen, setChosen] = useState(/** @type {string | null} */ (null));
  const scopes = useData(inWorkspace(workspace.id, "scopes"), live.version).data?.scopes ?? [];
  const filter = { limit: MOST, ...(scope === "" ? {} : { scope }) };
  const { data, error } = useData(withQuery(inWorkspace(workspace.id, "memories"), filter), live.version);
  const edgesPath = withQuery(inWorkspace(workspace.id, "edges"), { limit: MOST_EDGES });
  const edges = useData(edgesPath, live.version).data?.edges ?? [];
  const messagesPath = withQuery(inWorkspace(workspace.id, "messages"), { limit: MOST_MESSAGES });
  const { data: sources } = useData(messagesPath, live.version);
  const people = usePeople(workspace, live.version);
  if (data === null) return html`<${Missing} error=${error} />`;
  const { memories, nextCursor } = data;
  /** @param {string} id */
  const scopeName = (id) => scopes.find((one) => one.id === id)?.name ?? id;
  const messages = new Map((sources?.messages ?? []).map(({ id, content }) => [id, content]));
  /**
   * What an edge leads to may be a message, an agent or person, or a scope.
   *
   * @param {string} id
   */
  const nameOf = (id) => messages.get(id) ?? scopes.find((one) => one.id === id)?.name ?? people.nameOf(id);
  const memory = memories.find(({ id }) => id === chosen);
  return html`
    <div class="bar">
      <${Choice} label="Scope" value=${scope} options=${[["", "all"], ...scopes.map(({ id, name, kind }) => [id, `${name} (${kind})`])]} onChange=${setScope} />
      <span class="hint">${memories.length} memories${nextCursor !== null && `, the newest; older ones are not drawn`}</span>
    </div>
    ${memories.length === 0 && html`<p class="empty">No memory yet. A client writes one with remember.</p>`}
    <div class="memories">
      ${memories.length > 0 && html`<${Graph} memories=${memories} edges=${edges} nameOf=${nameOf} scopeName=${scopeName} now=${now} chosen=${chosen} onChoose=${setChosen} />`}
      ${memory !== undefined && html`<${MemoryDetails} key=${memory.id} memory=${memory} memories=${memories} edges=${edges} nameOf=${nameOf} workspace=${workspace} scopeName=${scopeName} now=${now} onChoose=${setChosen} />`}
    </div>
    <h3>As a table</h3>
    <div class="wide" tabindex="0" role="region" aria-label="Memories">
      <table>
        <thead>
          <tr><th>Memory</th><th>Kind</th><th>Status</th><th>Scope</th><th>Written</th><th>Expires</th></tr>
        </thead>
        <tbody>
          ${memories.map(
            ({ id, content, kind, status, scopeId, created_at, expires_at }) => html`<tr key=${id}>
              <td><button type="button" class="link" onClick=${() => setChosen(id)}>${short(content, 90)}</button></td>
              <td>${kind}</td>
              <td><span class="badge ${status}">${status}</span></td>
              <td>${scopeName(scopeId)}</td>
              <td>${relative(created_at, now)}</td>
              <td>${expires_at === null ? "never" : relative(expires_at, now)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

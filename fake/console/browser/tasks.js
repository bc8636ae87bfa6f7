import { inWorkspace } from "./api.js";
import { useData } from "./data.js";
import { words } from "./format.js";
import { html } from "./library.js";
import { Missing } from "./parts.js";
import { usePeople } from "./people.js";
import { STATUSES, TaskCard } from "./task-card.js";

/** @import { TaskView, ViewProps } from "./types.d.ts" */

/**
 * The tasks of a workspace by status.
 *
 * @param {ViewProps} props
 */
export function Tasks({ live, workspace, now }) {
  const { data, error } = useData(inWorkspace(workspace.id, "tasks"), live.version);
  const people = usePeople(workspace, live.version);
  if (data === null) return html`<${Missing} error=${error} />`;
  const open = data.tasks.filter(({ archivedAt }) => archivedAt === null);
  /** @param {TaskView["status"]} status */
  const withStatus = (status) => open.filter((task) => task.status === status);
  const empty = STATUSES.filter((status) => withStatus(status).length === 0);
  return html`
    ${data.tasks.length > open.length && html`<p class="hint">${data.tasks.length - open.length} archived, not shown.</p>`}
    ${empty.length > 0 && html`<p class="hint">None: ${empty.map(words).join(", ")}</p>`}
    <div class="board">
      ${STATUSES.filter((status) => !empty.includes(status)).map((status) => {
        const tasks = withStatus(status);
        return html`<section key=${status} aria-label="${words(status)}">
          <h3>${words(status)} <span class="hint">${tasks.length}</span></h3>
          <ul class="column">
            ${tasks.map((task) => html`<li key=${task.id}><${TaskCard} task=${task} tasks=${data.tasks} workspace=${workspace} people=${people} now=${now} /></li>`)}
          </ul>
        </section>`;
      })}
    </div>
  `;
}

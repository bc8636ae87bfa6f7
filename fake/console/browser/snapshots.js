import { call, inWorkspace } from "./api.js";
import { useData } from "./data.js";
import { counted, minuteOf } from "./format.js";
import { html } from "./library.js";
import { act } from "./notice.js";
import { Missing, OneLine } from "./parts.js";

/** @import { ViewProps } from "./types.d.ts" */

/**
 * Snapshots of a workspace, taken and restored at a click.
 *
 * @param {ViewProps} props
 */
export function Snapshots({ live, workspace }) {
  const path = inWorkspace(workspace.id, "snapshots");
  const { data, error } = useData(path, live.version);
  if (data === null) return html`<${Missing} error=${error} />`;
  /** @param {string} name */
  const take = (name) => act(() => call("POST", path, { name }), `Snapshot “${name}” taken.`);
  return html`
    <p class="hint">A snapshot has what ${workspace.name} and the workspaces made with it hold. It is kept in memory, until the fake ends.</p>
    <${OneLine} label="Name" button="Take a snapshot" initial="before" onSend=${take} />
    ${data.snapshots.length === 0 && html`<p class="empty">No snapshot yet.</p>`}
    <ul class="cards">
      ${data.snapshots.map(
        ({ name, savedAt, records }) => html`<li key=${name} class="card">
          <b>${name}</b> <span class="hint">${minuteOf(savedAt)}, ${counted(records, "record")}</span>
          <button type="button" onClick=${() => act(() => call("POST", inWorkspace(workspace.id, "snapshots", name, "restore")), `“${name}” is restored.`)}>Restore<span class="unseen"> ${name}</span></button>
          <button type="button" class="quiet" onClick=${() => act(() => call("DELETE", inWorkspace(workspace.id, "snapshots", name)), `“${name}” is deleted.`)}>Delete<span class="unseen"> ${name}</span></button>
        </li>`,
      )}
    </ul>
    <h3>As a file</h3>
    <p>
      <a href="/_fake${inWorkspace(workspace.id, "snapshot")}" download="workspace.json">This workspace</a>, or${" "}
      <a href="/_fake/snapshot" download="fake.json">everything</a>; <code>wac fake --snapshot FILE</code> goes on from the latter. They hold keys.
    </p>
  `;
}

import { call, inWorkspace } from "./api.js";
import { useData } from "./data.js";
import { counted, minuteOf } from "./format.js";
import { html } from "./library.js";
import { act } from "./notice.js";
import { Missing, OneLine } from "./parts.js";

/** Snapshots of a workspace, taken and restored at a click. */
export function Snapshots({ live, workspace }) {
  const place = (...rest) => inWorkspace(workspace.id, "snapshots", ...rest);
  const { data, error } = useData(place(), live.version);
  if (data === null) return html`<${Missing} error=${error} />`;
  const take = (name) => act(() => call("POST", place(), { name }), `Snapshot “${name}” taken.`);
  return html`
    <p class="hint">A snapshot has what ${workspace.name} and the workspaces made with it hold. It is kept in memory, until the fake ends.</p>
    <${OneLine} label="Name" button="Take a snapshot" initial="before" onSend=${take} />
    ${data.snapshots.length === 0 && html`<p class="empty">No snapshot yet.</p>`}
    <ul class="cards">
      ${data.snapshots.map(
        ({ name, savedAt, records }) => html`<li key=${name} class="card">
          <b>${name}</b> <span class="hint">${minuteOf(savedAt)}, ${counted(records, "record")}</span>
          <button type="button" onClick=${() => act(() => call("POST", place(name, "restore")), `“${name}” is restored.`)}>Restore<span class="unseen"> ${name}</span></button>
          <button type="button" class="quiet" onClick=${() => act(() => call("DELETE", place(name)), `“${name}” is deleted.`)}>Delete<span class="unseen"> ${name}</span></button>
        </li>`,
      )}
    </ul>
    <h3>As a file</h3>
    <p>
      <a href="/_fake${inWorkspace(workspace.id, "snapshot")}" download="workspace.json">This workspace</a>, or
      <a href="/_fake/snapshot" download="fake.json">everything</a>; <code>wac fake --snapshot FILE</code> goes on from the latter. They hold keys.
    </p>
  `;
}

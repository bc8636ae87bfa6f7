import { inWorkspace, withQuery } from "./api.js";
import { useData } from "./data.js";
import { Download } from "./download.js";
import { relative, sizeOf } from "./format.js";
import { hashOf } from "./hash.js";
import { html } from "./library.js";
import { Missing } from "./parts.js";
import { usePeople } from "./people.js";

/** @import { FileView, ViewProps } from "./types.d.ts" */

const MOST = 500;

/**
 * The files of a workspace, with how far each has come: requested, uploaded, sent.
 *
 * @param {ViewProps} props
 */
export function Files({ live, workspace, now }) {
  const { data, error } = useData(withQuery(inWorkspace(workspace.id, "files"), { limit: MOST }), live.version);
  const channels = useData(inWorkspace(workspace.id, "channels"), live.version).data?.channels ?? [];
  const { nameOf } = usePeople(workspace, live.version);
  if (data === null) return html`<${Missing} error=${error} />`;
  if (data.files.length === 0)
    return html`<p class="empty">No file yet. A client asks for an upload URL, and PUTs the bytes there.</p>`;
  /** @param {string} id */
  const channelOf = (id) => channels.find((one) => one.id === id)?.name ?? id;
  return html`<div class="wide" tabindex="0" role="region" aria-label="Files">
    <table>
      <thead>
        <tr><th>Name</th><th>State</th><th>Size</th><th>Channel</th><th>By</th><th>Requested</th><th><span class="unseen">Download</span></th></tr>
      </thead>
      <tbody>
        ${data.files.map(
          (file) => html`<tr key=${file.id}>
            <td>${file.name}<br /><span class="hint">${file.mimeType}</span></td>
            <td>${stateOf(file)}</td>
            <td class="number">${sizeOf(file.sizeBytes)}</td>
            <td><a href=${hashOf("channels", file.channelId)}>#${channelOf(file.channelId)}</a></td>
            <td>${nameOf(file.requesterId)}</td>
            <td>${relative(file.createdAt, now)}</td>
            <td>${file.isUploaded && html`<${Download} workspace=${workspace} file=${file} />`}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${data.nextCursor !== null && html`<p class="hint">Only the newest ${MOST} files are shown.</p>`}
  </div>`;
}

/** @param {FileView} file */
function stateOf({ isUploaded, messageId }) {
  if (!isUploaded) return html`<span class="badge waiting">waits for its bytes</span>`;
  return messageId === null
    ? html`<span class="badge">uploaded, not sent</span>`
    : html`<span class="badge ok">sent</span>`;
}

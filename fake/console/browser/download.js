import { call, inWorkspace } from "./api.js";
import { html } from "./library.js";
import { act } from "./notice.js";

/** @import { WorkspaceView } from "./types.d.ts" */

/**
 * A button that downloads a file by a fresh presigned URL.
 *
 * @param {{ workspace: WorkspaceView, file: { readonly id: string, readonly name: string } }} props
 */
export function Download({ workspace, file }) {
  const download = () =>
    act(
      () => call("POST", inWorkspace(workspace.id, "files", file.id, "url")),
      ({ url }) => {
        const { pathname, search } = new URL(url);
        // The fake may be reached under another name or port than it knows of. The response is an attachment, so the page stays.
        location.assign(pathname + search);
        return `Downloading ${file.name}.`;
      },
    );
  return html`<button type="button" class="quiet" onClick=${download}>Download<span class="unseen"> ${file.name}</span></button>`;
}

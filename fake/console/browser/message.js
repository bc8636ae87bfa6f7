import { call, inWorkspace } from "./api.js";
import { Download } from "./download.js";
import { minuteOf, relative } from "./format.js";
import { html, useState } from "./library.js";
import { act } from "./notice.js";
import { OneLine } from "./parts.js";

/** @import { Message, People, User, ViewProps } from "./types.d.ts" */

/**
 * One message with its files and its flag, and what a person can do with it.
 *
 * @param {Pick<ViewProps, "workspace" | "now"> & { message: Message, people: People, user: User | undefined, onReply: (message: Message) => void }} props
 */
export function MessageCard({ message, workspace, people, user, now, onReply }) {
  const [isFlagging, setFlagging] = useState(false);
  const { id, senderType, senderId, content, metadata, attachments, createdAt, isEdited, parentId } = message;
  const { needsHuman } = metadata;
  /** @param {string} move */
  const place = (move) => inWorkspace(workspace.id, "messages", id, move);
  const resolve = () => act(() => call("POST", place("resolve")), "Resolved: the message is no longer flagged.");
  /** @param {string} reason */
  const flag = async (reason) => {
    const by = user === undefined ? {} : { user: user.id };
    const flagged = await act(
      () => call("POST", place("flag"), { reason, ...by }),
      "Flagged: the message waits for a person.",
    );
    setFlagging(flagged === undefined);
  };
  return html`<article class="message ${senderType} ${needsHuman === undefined ? "" : "flagged"}">
    <div class="from">
      <b>${senderType === "system" ? "Workspace" : people.nameOf(senderId)}</b> <span class="badge">${senderType}</span>
      <time datetime=${createdAt} title=${minuteOf(createdAt)}>${relative(createdAt, now)}</time>${isEdited && " (edited)"}
      <span class="acts">
        ${user !== undefined && parentId === null && html`<button type="button" class="quiet" onClick=${() => onReply(message)}>Reply</button>`}
        ${
          needsHuman === undefined
            ? html`<button type="button" class="quiet" aria-expanded=${isFlagging} onClick=${() => setFlagging(!isFlagging)}>Flag</button>`
            : html`<button type="button" onClick=${resolve}>Resolve</button>`
        }
      </span>
    </div>
    ${content !== "" && html`<p class="text">${content}</p>`}
    ${
      attachments.length > 0 &&
      html`<ul class="files">
        ${attachments.map((file) => html`<li key=${file.id}>${file.name} <span class="hint">${file.size}, ${file.mimeType}</span> <${Download} workspace=${workspace} file=${file} /></li>`)}
      </ul>`
    }
    ${
      needsHuman !== undefined &&
      html`<p class="flag"><b>Needs a person:</b> ${needsHuman.reason} <span class="hint">(${people.nameOf(needsHuman.flaggedBy)})</span></p>`
    }
    ${isFlagging && html`<${OneLine} label="Why is a person needed?" button="Flag it" onSend=${flag} />`}
  </article>`;
}

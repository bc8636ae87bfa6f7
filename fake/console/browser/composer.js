import { call, inWorkspace } from "./api.js";
import { FilePicker, newFile } from "./attachments.js";
import { short } from "./format.js";
import { html, useEffect, useRef, useState } from "./library.js";
import { act } from "./notice.js";

/** @import { ChannelView, ComponentChildren, Message, User, ViewProps } from "./types.d.ts" */

/**
 * Where a person writes a message, or a reply, and attaches files.
 *
 * @param {Pick<ViewProps, "workspace"> & { channel: ChannelView, user: User, replyTo: Message | null, onDone: () => void, children: ComponentChildren }} props
 */
export function Composer({ workspace, channel, user, replyTo, onDone, children }) {
  const [text, setText] = useState("");
  const [files, setFiles] = useState(/** @type {readonly File[]} */ ([]));
  const [isSending, setSending] = useState(false);
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    if (replyTo !== null) field.current?.focus();
  }, [replyTo]);
  /** @param {Event} event */
  const post = async (event) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    const thread = replyTo === null ? {} : { threadId: replyTo.id };
    const path = inWorkspace(workspace.id, "channels", channel.id, "messages");
    const posted = await act(async () => {
      const attached = await Promise.all(files.map(newFile));
      return call("POST", path, { user: user.id, content: text, ...thread, files: attached });
    }, `Posted as ${user.name}.`);
    setSending(false);
    if (posted === undefined) return;
    setText("");
    setFiles([]);
    onDone();
  };
  /** @param {KeyboardEvent} event */
  const sendByKey = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) field.current?.form?.requestSubmit();
  };
  return html`<form class="composer" onSubmit=${post}>
    ${
      replyTo !== null &&
      html`<p class="hint">
        Reply to “${short(replyTo.content || (replyTo.attachments[0]?.name ?? ""), 60)}” <button type="button" class="quiet" onClick=${onDone}>Not a reply</button>
      </p>`
    }
    <label
      >Message to #${channel.name}
      <textarea rows="3" required=${files.length === 0} ref=${field} value=${text} onKeyDown=${sendByKey} onInput=${(event) => setText(event.currentTarget.value)}></textarea>
    </label>
    <${FilePicker} files=${files} onChange=${setFiles} />
    <div class="bar">${children} <button class="main" disabled=${isSending}>Post</button> <span class="hint">Ctrl + Enter posts, too</span></div>
  </form>`;
}

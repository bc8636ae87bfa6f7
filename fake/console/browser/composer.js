import { call, inWorkspace } from "./api.js";
import { short } from "./format.js";
import { html, useEffect, useRef, useState } from "./library.js";
import { act } from "./notice.js";

/** @import { ChannelView, ComponentChildren, Message, User, ViewProps } from "./types.d.ts" */

/**
 * Where a person writes a message, or a reply.
 *
 * @param {Pick<ViewProps, "workspace"> & { channel: ChannelView, user: User, replyTo: Message | null, onDone: () => void, children: ComponentChildren }} props
 */
export function Composer({ workspace, channel, user, replyTo, onDone, children }) {
  const [text, setText] = useState("");
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    if (replyTo !== null) field.current?.focus();
  }, [replyTo]);
  /** @param {Event} event */
  const post = async (event) => {
    event.preventDefault();
    const thread = replyTo === null ? {} : { threadId: replyTo.id };
    const path = inWorkspace(workspace.id, "channels", channel.id, "messages");
    const posted = await act(
      () => call("POST", path, { user: user.id, content: text, ...thread }),
      `Posted as ${user.name}.`,
    );
    if (posted === undefined) return;
    setText("");
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
        Reply to “${short(replyTo.content, 60)}” <button type="button" class="quiet" onClick=${onDone}>Not a reply</button>
      </p>`
    }
    <label
      >Message to #${channel.name}
      <textarea rows="3" required ref=${field} value=${text} onKeyDown=${sendByKey} onInput=${(event) => setText(event.currentTarget.value)}></textarea>
    </label>
    <div class="bar">${children} <button class="main">Post</button> <span class="hint">Ctrl + Enter posts, too</span></div>
  </form>`;
}

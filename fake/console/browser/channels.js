import { inWorkspace, withQuery } from "./api.js";
import { Composer } from "./composer.js";
import { useData } from "./data.js";
import { counted } from "./format.js";
import { hashOf } from "./hash.js";
import { html, useEffect, useRef, useState } from "./library.js";
import { MessageCard } from "./message.js";
import { Choice, Missing } from "./parts.js";
import { usePeople } from "./people.js";

/** @import { ChannelView, Message, People, ViewProps, VNode } from "./types.d.ts" */

const PAGE = 200;
const MOST = 1000;

/**
 * Channels with their threads and files; what a person can say and do there.
 *
 * @param {ViewProps} props
 */
export function Channels({ live, workspace, asked, now }) {
  const { data, error } = useData(inWorkspace(workspace.id, "channels"), live.version);
  const people = usePeople(workspace, live.version);
  if (data === null) return html`<${Missing} error=${error} />`;
  const channel = data.channels.find(({ id }) => id === asked[0]) ?? data.channels[0];
  if (channel === undefined) return html`<p class="empty">This workspace has no channel.</p>`;
  return html`<div class="sides">
    <nav aria-label="Channels" class="list">
      ${data.channels.map(
        ({ id, name, archivedAt }) =>
          html`<a key=${id} href=${hashOf("channels", id)} aria-current=${id === channel.id ? "page" : undefined}
            >#${name}${archivedAt !== null && " (archived)"}</a
          >`,
      )}
    </nav>
    <${Channel} key=${channel.id} live=${live} workspace=${workspace} channel=${channel} people=${people} now=${now} />
  </div>`;
}

/** @param {Pick<ViewProps, "live" | "workspace" | "now"> & { channel: ChannelView, people: People }} props */
function Channel({ live, workspace, channel, people, now }) {
  const [limit, setLimit] = useState(PAGE);
  const [chosen, setChosen] = useState("");
  const [replyTo, setReplyTo] = useState(/** @type {Message | null} */ (null));
  const path = withQuery(inWorkspace(workspace.id, "messages"), { channel: channel.id, limit });
  const { data, error } = useData(path, live.version);
  const section = useRef(/** @type {HTMLElement | null} */ (null));
  const isThere = data !== null;
  // A channel opens where its talk goes on: at the newest message, with the place for the next one.
  useEffect(() => {
    if (isThere) section.current?.scrollIntoView({ block: "end" });
  }, [isThere]);
  const user = people.users.find(({ id }) => id === chosen) ?? people.users[0];
  const older =
    limit < MOST
      ? html`<button type="button" onClick=${() => setLimit(Math.min(MOST, limit + PAGE))}>Show older messages</button>`
      : html`<p class="hint">Only the newest ${MOST} messages are shown.</p>`;
  /** @param {Message} message */
  const show = (message) =>
    html`<${MessageCard} message=${message} workspace=${workspace} people=${people} user=${user} now=${now} onReply=${setReplyTo} />`;
  return html`<section ref=${section} aria-label="Messages of ${channel.name}">
    <h3>#${channel.name}</h3>
    ${
      data === null
        ? html`<${Missing} error=${error} />`
        : html`<${Threads} messages=${data.messages} agents=${channel.members.map(people.nameOf)} older=${data.nextCursor !== null && older} show=${show} />`
    }
    ${
      user === undefined
        ? html`<p class="hint">No person is in this workspace, so nobody can post.</p>`
        : channel.archivedAt !== null
          ? html`<p class="hint">The channel is archived: it takes no message.</p>`
          : html`<${Composer} workspace=${workspace} channel=${channel} user=${user} replyTo=${replyTo} onDone=${() => setReplyTo(null)}>
              <${Choice} label="Post as" value=${user.id} options=${people.users.map(({ id, name }) => [id, name])} onChange=${setChosen} />
            <//>`
    }
  </section>`;
}

/** @param {{ messages: readonly Message[], agents: readonly string[], older: VNode | false, show: (message: Message) => VNode }} props */
function Threads({ messages, agents, older, show }) {
  const flagged = messages.filter(({ metadata }) => metadata.needsHuman !== undefined).length;
  return html`
    <p class="hint">
      ${counted(messages.length, "message")}${flagged > 0 && html`, <b>${flagged} waiting for a person</b>`}. Agents: ${agents.join(", ") || "none"}.
    </p>
    ${older}
    <ol class="messages">
      ${threadsOf(messages).map(
        ({ root, replies }) => html`<li key=${root.id}>
          ${show(root)} ${replies.length > 0 && html`<ol class="replies">${replies.map((reply) => html`<li key=${reply.id}>${show(reply)}</li>`)}</ol>`}
        </li>`,
      )}
    </ol>
  `;
}

/**
 * Messages, given newest first, as threads, oldest first; a reply whose thread began before them is alone.
 *
 * @param {readonly Message[]} newestFirst
 */
function threadsOf(newestFirst) {
  /** @type {Map<string, { readonly root: Message, readonly replies: Message[] }>} */
  const threads = new Map();
  for (const message of newestFirst.toReversed()) {
    const thread = threads.get(message.parentId ?? "");
    if (thread === undefined) threads.set(message.id, { root: message, replies: [] });
    else thread.replies.push(message);
  }
  return [...threads.values()];
}

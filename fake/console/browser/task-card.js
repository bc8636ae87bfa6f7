import { call, inWorkspace } from "./api.js";
import { counted, relative, words } from "./format.js";
import { html, useState } from "./library.js";
import { act } from "./notice.js";
import { Choice, OneLine } from "./parts.js";

/** @import { People, TaskView, ViewProps } from "./types.d.ts" */
/** @typedef {Pick<ViewProps, "workspace" | "now"> & { task: TaskView, people: People }} TaskProps */

/**
 * Statuses in the order of the board.
 *
 * @type {readonly TaskView["status"][]}
 */
export const STATUSES = ["triage", "backlog", "todo", "in_progress", "blocked", "in_review", "done", "cancelled"];

/**
 * One task: who works on it, and what people can do with it.
 *
 * @param {TaskProps & { tasks: readonly TaskView[] }} props
 */
export function TaskCard({ task, tasks, workspace, people, now }) {
  const [isOpen, setOpen] = useState(false);
  const { identifier, title, priority, dueAt, parentTaskId, comments } = task;
  const assignee = task.assigneeAgentId ?? task.assigneeUserId;
  const parent = tasks.find(({ id }) => id === parentTaskId);
  return html`<details class="card" onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>
      <span class="hint">${identifier}</span> ${title}
      <span class="facts">
        ${priority !== "none" && html`<span class="badge ${priority}">${priority}</span>`}
        <span>${assignee === null ? "unassigned" : people.nameOf(assignee)}</span>
        ${dueAt !== null && html`<span>due ${relative(dueAt, now)}</span>`}
        ${comments.length > 0 && html`<span>${counted(comments.length, "comment")}</span>`}
        ${parent !== undefined && html`<span>part of ${parent.identifier}</span>`}
      </span>
    </summary>
    ${isOpen && html`<${TaskDetails} task=${task} workspace=${workspace} people=${people} now=${now} />`}
  </details>`;
}

/** @param {TaskProps} props */
function TaskDetails({ task, workspace, people, now }) {
  const { identifier, description, status, assigneeAgentId, comments } = task;
  /** @param {readonly string[]} rest */
  const place = (...rest) => inWorkspace(workspace.id, "tasks", task.id, ...rest);
  /** @type {(changes: object, done: string) => void} */
  const change = (changes, done) => act(() => call("PATCH", place(), changes), done);
  const [user] = people.users;
  /** @param {string} body */
  const comment = (body) => {
    const by = user === undefined ? {} : { user: user.id };
    return act(() => call("POST", place("comments"), { body, ...by }), `Commented on ${identifier}.`);
  };
  return html`
    ${description !== null && html`<p class="text">${description}</p>`}
    ${
      comments.length > 0 &&
      html`<ol class="comments">
        ${comments.map(
          ({ id, authorAgentId, authorUserId, body, createdAt }) =>
            html`<li key=${id}><b>${people.nameOf(authorAgentId ?? authorUserId ?? "")}</b> <span class="hint">${relative(createdAt, now)}</span><br />${body}</li>`,
        )}
      </ol>`
    }
    <${Choice}
      label="Status"
      value=${status}
      options=${STATUSES.map((one) => [one, words(one)])}
      onChange=${(/** @type {string} */ next) => change({ status: next }, `${identifier} is ${words(next)}.`)}
    />
    <${Choice}
      label="Agent"
      value=${assigneeAgentId ?? ""}
      options=${[["", "none"], ...people.agents.map(({ id, name }) => [id, name])]}
      onChange=${(next) => change({ assigneeAgent: next || null }, `${identifier} is assigned to ${next === "" ? "no agent" : people.nameOf(next)}.`)}
    />
    <${OneLine} label="Comment as ${user?.name ?? "the agent"}" button="Comment" onSend=${comment} />
    <div class="bar">
      <button type="button" class="quiet" onClick=${() => act(() => call("POST", place("archive")), `${identifier} is archived.`)}>Archive</button>
      <button type="button" class="quiet" onClick=${() => act(() => call("DELETE", place()), `${identifier} is deleted.`)}>Delete</button>
    </div>
  `;
}

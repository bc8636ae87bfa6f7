import { call, inWorkspace } from "./api.js";
import { useData } from "./data.js";
import { counted } from "./format.js";
import { html } from "./library.js";
import { act } from "./notice.js";
import { Copyable } from "./parts.js";

/** @import { ViewProps, WorkspaceView } from "./types.d.ts" */

/**
 * All workspaces: chosen, created, reset, deleted; and the plan of each.
 *
 * @param {ViewProps} props
 */
export function Workspaces({ live, workspace, workspaces, choose }) {
  const create = async () => {
    const made = await act(() => call("POST", "/workspaces", {}), "A workspace was created, with keys of its own.");
    if (made !== undefined) choose(made.id);
  };
  const reset = () => act(() => call("POST", "/reset"), "Everything is back at its start; ids and keys stay.");
  return html`
    <div class="bar">
      <button type="button" class="main" onClick=${create}>Create a workspace</button>
      <button type="button" onClick=${reset}>Reset everything</button>
    </div>
    <ul class="cards">
      ${workspaces.map((one) => html`<${Card} key=${one.id} one=${one} isChosen=${one.id === workspace.id} home=${workspaces.find(({ id }) => id === one.home)} isFirst=${one.home === workspaces[0]?.id} choose=${choose} live=${live} />`)}
    </ul>
  `;
}

/** @param {Pick<ViewProps, "choose" | "live"> & { one: WorkspaceView, home: WorkspaceView | undefined, isChosen: boolean, isFirst: boolean }} props */
function Card({ one, isChosen, home, isFirst, choose, live }) {
  const { id, name, apiKey, counts } = one;
  const plan = useData(inWorkspace(id, "plan"), live.version).data;
  const isHome = home?.id === id;
  return html`<li class="card tall ${isChosen ? "chosen" : ""}">
    <b>${name}</b> ${isChosen && html`<span class="badge ok">shown</span>`} ${!isHome && html`<span class="hint">made with ${home?.name}</span>`}
    <p class="hint">${Object.entries(counts)
      .map(([what, count]) => `${what} ${count}`)
      .join(", ")}</p>
    ${plan !== null && html`<p>Plan: ${counted(plan.used, "task")} of ${plan.monthlyTasks} in ${plan.month}, ${plan.remaining} left</p>`}
    ${apiKey !== null && html`<p>Key <${Copyable} text=${apiKey} label="Key of ${name}" /></p>`}
    <div class="bar">
      ${!isChosen && html`<button type="button" onClick=${() => choose(id)}>Show<span class="unseen"> ${name}</span></button>`}
      <button type="button" class="quiet" onClick=${() => act(() => call("POST", inWorkspace(id, "plan", "upgrade"), {}), `The plan of ${name} is upgraded.`)}>Upgrade the plan<span class="unseen"> of ${name}</span></button>
      ${isHome && html`<button type="button" class="quiet" onClick=${() => act(() => call("POST", inWorkspace(id, "reset")), `${name} is back at its start.`)}>Reset<span class="unseen"> ${name}</span></button>`}
      ${isHome && !isFirst && html`<button type="button" class="quiet" onClick=${() => act(() => call("DELETE", inWorkspace(id)), `${name} is deleted.`)}>Delete<span class="unseen"> ${name}</span></button>`}
    </div>
  </li>`;
}

import { Channels } from "./channels.js";
import { Chaos } from "./chaos.js";
import { Clock } from "./clock.js";
import { Connection } from "./connection.js";
import { useData } from "./data.js";
import { Files } from "./files.js";
import { minuteOf } from "./format.js";
import { hashOf, useHash } from "./hash.js";
import { html, useEffect, useRef, useState } from "./library.js";
import { useLive } from "./live.js";
import { Memories } from "./memories.js";
import { Mutants } from "./mutants.js";
import { NoticeLine } from "./notice.js";
import { Choice, Missing } from "./parts.js";
import { Requests } from "./requests.js";
import { Snapshots } from "./snapshots.js";
import { Tasks } from "./tasks.js";
import { Workspaces } from "./workspaces.js";

/** @import { View } from "./types.d.ts" */

/**
 * Every view by the name that the address has for it.
 *
 * @type {Readonly<Record<string, readonly [title: string, View]>>}
 */
const VIEWS = {
  requests: ["Requests", Requests],
  channels: ["Channels", Channels],
  tasks: ["Tasks", Tasks],
  memories: ["Memories", Memories],
  files: ["Files", Files],
  connection: ["Connection test", Connection],
  clock: ["Clock", Clock],
  chaos: ["Chaos", Chaos],
  mutants: ["Mutants", Mutants],
  snapshots: ["Snapshots", Snapshots],
  workspaces: ["Workspaces", Workspaces],
};

const CHOSEN = "workspace";

/**
 * The console: one view at a time, of the workspace chosen on top.
 *
 * @param {{ version: string }} props
 */
export function App({ version }) {
  const live = useLive();
  const [name = "", ...asked] = useHash();
  const view = Object.hasOwn(VIEWS, name) ? name : "requests";
  const [title, View] = VIEWS[view] ?? ["Requests", Requests];
  const [chosen, setChosen] = useState(sessionStorage.getItem(CHOSEN) ?? "");
  const { data, error } = useData("/workspaces", live.version);
  const now = useData("/clock", live.version).data?.now ?? new Date(0).toISOString();
  const heading = useHeadingFocus(view);
  const workspaces = data?.workspaces ?? [];
  const workspace = workspaces.find(({ id }) => id === chosen) ?? workspaces[0];
  /** @param {string} id */
  const choose = (id) => {
    sessionStorage.setItem(CHOSEN, id);
    setChosen(id);
  };
  /**
   * The address names the view, so the link to the content must not change it.
   *
   * @param {Event} event
   */
  const skip = (event) => {
    event.preventDefault();
    heading.current?.focus();
  };
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to the content</a>
    <header>
      <h1>Workspace Agent API fake</h1>
      <span class="live ${live.isConnected ? "on" : "off"}" role="status">${live.isConnected ? "live" : "not connected"}</span>
      ${
        workspace !== undefined &&
        html`<${Choice} label="Workspace" value=${workspace.id} options=${workspaces.map(({ id, name }) => [id, name])} onChange=${choose} />
          <span class="now">Clock <a href=${hashOf("clock")}><time datetime=${now}>${minuteOf(now)}</time></a></span>`
      }
    </header>
    <nav aria-label="Views">
      ${Object.entries(VIEWS).map(
        ([one, [text]]) =>
          html`<a key=${one} href=${hashOf(one)} aria-current=${one === view ? "page" : undefined}>${text}</a>`,
      )}
    </nav>
    <main id="main">
      <h2 tabindex="-1" ref=${heading}>${title}</h2>
      ${
        workspace === undefined
          ? html`<${Missing} error=${error} />`
          : html`<${View} key=${`${view} ${workspace.id}`} live=${live} workspace=${workspace} workspaces=${workspaces} choose=${choose} asked=${asked} now=${now} />`
      }
    </main>
    <footer>
      <a href="/_fake/">Routes</a> <a href="/_fake/openapi.json">Control document</a>
      <a href="/_fake/contract.yaml">API document</a> <a href="/_fake/console/licences.txt">Licences</a> <span>${version}</span>
    </footer>
    <${NoticeLine} />
  `;
}

/**
 * Moves the focus to the heading of a view that was just opened, as a page of its own would.
 *
 * @param {string} view
 */
function useHeadingFocus(view) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [view]);
  return heading;
}

import { call, inWorkspace, withQuery } from "./api.js";
import { useData } from "./data.js";
import { relative, timeOf } from "./format.js";
import { html, useState } from "./library.js";
import { act } from "./notice.js";
import { Choice, Copyable, Missing } from "./parts.js";
import { usePeople } from "./people.js";
import { RequestDetails } from "./request-details.js";

/** @import { AgentView, ViewProps } from "./types.d.ts" */

/**
 * The connection test: shows a challenge token, and says when the client has verified itself with it.
 *
 * @param {ViewProps} props
 */
export function Connection({ live, workspace, now }) {
  const { agents } = usePeople(workspace, live.version);
  const [chosen, setChosen] = useState("");
  const [token, setToken] = useState(/** @type {string | null} */ (null));
  const agent =
    agents.find(({ id }) => id === chosen) ??
    agents.find(({ keys }) => keys.includes(workspace.apiKey ?? "")) ??
    agents[0];
  if (agent === undefined) return html`<${Missing} error=${null} />`;
  const issue = async () => {
    const issued = await act(
      () => call("POST", inWorkspace(workspace.id, "challenges"), { agent: agent.id }),
      "A token was issued: the client can verify itself now.",
    );
    if (issued !== undefined) setToken(issued.tokens[0]);
  };
  /** @param {string} id */
  const choose = (id) => {
    setChosen(id);
    setToken(null);
  };
  const calls = live.requests.filter(({ operation }) => operation === "verify-connection").slice(0, 5);
  return html`
    <p>A workspace shows a token to the person who connects an agent; the agent sends it back with verify-connection. Each token works once.</p>
    <div class="bar">
      <${Choice} label="Agent" value=${agent.id} options=${agents.map(({ id, name }) => [id, name])} onChange=${choose} />
      <button type="button" class="main" onClick=${issue}>${token === null ? "Issue a token" : "Issue another token"}</button>
      <span class="hint">${agent.verifiedAt === null ? "Not verified yet." : `Last verified ${relative(agent.verifiedAt, now)}.`}</span>
    </div>
    ${token !== null && html`<${Challenge} key=${token} live=${live} workspace=${workspace} agent=${agent} token=${token} now=${now} />`}
    <h3>Last calls of verify-connection</h3>
    ${calls.length === 0 && html`<p class="hint">None yet.</p>`}
    ${calls.map(
      ({
        number,
        time,
        status,
        agent: caller,
        durationMs,
      }) => html`<section class="card" key=${number} aria-label="Call number ${number}">
        <p><span class="status">${status ?? "cut"}</span> ${caller?.name ?? "no valid key"}, ${timeOf(time)}</p>
        <${RequestDetails} number=${number} durationMs=${durationMs} />
      </section>`,
    )}
  `;
}

const STATES = {
  waiting: "Waiting for the client to call",
  verified: "Verified",
  expired: "Expired: issue another token",
};

/** @param {Pick<ViewProps, "live" | "workspace" | "now"> & { agent: AgentView, token: string }} props */
function Challenge({ live, workspace, agent, token, now }) {
  const path = withQuery(inWorkspace(workspace.id, "challenges"), { token });
  const [challenge] = useData(path, live.version).data?.challenges ?? [];
  const { state = "waiting", usedAt } = challenge ?? {};
  const key = agent.keys[0] ?? "API_KEY";
  const curl = `curl -H 'Authorization: Bearer ${key}' '${location.origin}/v1/agent/verify-connection?token=${token}'`;
  return html`<section class="challenge ${state}" aria-label="Challenge">
    <p class="state" role="status"><b>${STATES[state]}</b>${typeof usedAt === "string" && ` ${relative(usedAt, now)}`}</p>
    <p>Token <${Copyable} text=${token} label="Token" /></p>
    ${challenge !== undefined && state === "waiting" && html`<p class="hint">It expires ${relative(challenge.expiresAt, now)}.</p>`}
    <p>A client does what this line does: <${Copyable} text=${curl} label="Command" /></p>
  </section>`;
}

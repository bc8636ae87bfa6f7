import { call } from "./api.js";
import { useData } from "./data.js";
import { counted } from "./format.js";
import { html, useState } from "./library.js";
import { act, messageOf, notify } from "./notice.js";
import { useOperations } from "./operations.js";
import { Choice, Missing } from "./parts.js";

/** @import { ActiveRule, ViewProps } from "./types.d.ts" */

/**
 * Rules at a click; each gets a name that tells it from others in the journal.
 *
 * @type {readonly (readonly [title: string, name: string, rule: object])[]}
 */
const PRESETS = [
  ["Too many requests", "busy", { error: { status: 429, retryAfter: 2 } }],
  ["Unavailable (503)", "down", { error: 503 }],
  ["Lost response", "lost response", { cut: "after" }],
  ["Cut before", "cut", { cut: "before" }],
  ["Slow by 2 s", "slow", { delayMs: 2000 }],
  ["HTML in place of JSON", "proxy page", { malformed: "html" }],
  ["Truncated body", "truncated", { malformed: "truncated" }],
  ["Reads lag a write", "stale", { stale: { writes: 1 } }],
];

/**
 * Chaos rules: a bad day for clients.
 *
 * @param {ViewProps} props
 */
export function Chaos({ live }) {
  const operations = useOperations();
  const [operation, setOperation] = useState("");
  const [times, setTimes] = useState("1");
  const [text, setText] = useState('{ "operation": "send-*", "every": 3, "error": 429 }');
  const { data, error } = useData("/chaos", live.version);
  if (data === null) return html`<${Missing} error=${error} />`;
  const taken = new Set(data.rules.map(({ name }) => name));
  /** @type {(rule: object, done: string) => void} */
  const add = (rule, done) => act(() => call("POST", "/chaos", { rules: [rule] }), done);
  /** @param {typeof PRESETS[number]} preset */
  const addPreset = ([title, name, rule]) => {
    const scope = { ...(operation === "" ? {} : { operation }), ...(times === "" ? {} : { times: Number(times) }) };
    return add({ name: freshName(name, taken), ...scope, ...rule }, `${title}: in force.`);
  };
  /** @param {Event} event */
  const addWritten = (event) => {
    event.preventDefault();
    try {
      add(JSON.parse(text), "The rule is in force.");
    } catch (wrong) {
      notify(`The rule is not JSON: ${messageOf(wrong)}`, "failed");
    }
  };
  return html`
    <h3>In force</h3>
    ${data.rules.length === 0 ? html`<p class="empty">No rule: clients have a good day.</p>` : html`<${Rules} rules=${data.rules} />`}
    <h3>Add at a click</h3>
    <div class="bar">
      <${Choice} label="Calls of" value=${operation} options=${[["", "any operation"], ...operations.map((one) => [one, one])]} onChange=${setOperation} />
      <${Choice} label="How often" value=${times} options=${[["1", "the next call"], ["3", "the next 3 calls"], ["", "every call"]]} onChange=${setTimes} />
    </div>
    <div class="bar">
      ${PRESETS.map((preset) => html`<button key=${preset[0]} type="button" onClick=${() => addPreset(preset)}>${preset[0]}</button>`)}
    </div>
    <h3>Write a rule</h3>
    <form onSubmit=${addWritten}>
      <label>Rule, as JSON <textarea rows="3" spellcheck=${false} value=${text} onInput=${(event) => setText(event.currentTarget.value)}></textarea></label>
      <button>Add</button>
    </form>
  `;
}

/** @param {{ rules: readonly ActiveRule[] }} props */
function Rules({ rules }) {
  /** @param {string} name */
  const remove = (name) =>
    act(() => call("DELETE", `/chaos/${encodeURIComponent(name)}`), `${name}: no longer in force.`);
  return html`
    <ul class="cards">
      ${rules.map(
        ({ name, matched, acted, ...rule }) => html`<li key=${name} class="card">
          <b>${name}</b><code>${JSON.stringify(rule)}</code>
          <span class="hint">acted on ${acted} of ${counted(matched, "call")}</span>
          <button type="button" class="quiet end" onClick=${() => remove(name)}>Remove<span class="unseen"> ${name}</span></button>
        </li>`,
      )}
    </ul>
    <button type="button" onClick=${() => act(() => call("DELETE", "/chaos"), "No rule is in force.")}>Remove all</button>
  `;
}

/** @type {(name: string, taken: ReadonlySet<string>) => string} */
function freshName(name, taken) {
  let fresh = name;
  for (let count = 2; taken.has(fresh); count += 1) fresh = `${name} ${count}`;
  return fresh;
}

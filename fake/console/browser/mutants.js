import { call, withQuery } from "./api.js";
import { useData } from "./data.js";
import { html, useState } from "./library.js";
import { act } from "./notice.js";
import { useOperations } from "./operations.js";
import { Choice, Missing } from "./parts.js";

/** @import { MutantInForce, ViewProps } from "./types.d.ts" */

const MOST = 50;

/**
 * Mutants: one rule of the contract broken each, to see whether a suite or a client notices.
 *
 * @param {ViewProps} props
 */
export function Mutants({ live }) {
  const operations = useOperations();
  const [operation, setOperation] = useState("list-tasks");
  const [text, setText] = useState("");
  const { data, error } = useData("/mutants", live.version);
  const known = useData(
    withQuery("/mutants/known", { operation, limit: MOST, ...(text.trim() === "" ? {} : { text: text.trim() }) }),
    0,
  );
  if (data === null) return html`<${Missing} error=${error} />`;
  const ids = data.mutants.map(({ id }) => id);
  /** @type {(mutants: readonly string[], done: string) => void} */
  const put = (mutants, done) => act(() => call("PUT", "/mutants", { mutants }), done);
  /** @param {string} id */
  const remove = (id) =>
    put(
      ids.filter((one) => one !== id),
      `${id} is out of force.`,
    );
  return html`
    <h3>In force</h3>
    ${
      data.mutants.length === 0
        ? html`<p class="empty">No mutant: the fake keeps the contract.</p>`
        : html`<ul class="cards">
            ${data.mutants.map((one) => html`<${Mutant} key=${one.id} mutant=${one} button="Remove" onAct=${() => remove(one.id)} />`)}
          </ul>`
    }
    <h3>Break a rule</h3>
    <div class="bar">
      <${Choice} label="Operation" value=${operation} options=${operations.map((one) => [one, one])} onChange=${setOperation} />
      <label>Search <input type="search" value=${text} onInput=${(event) => setText(event.currentTarget.value)} /></label>
    </div>
    ${known.data === null && html`<${Missing} error=${known.error} />`}
    ${
      known.data !== null &&
      html`<p class="hint">${known.data.matching} mutants${known.data.matching > MOST && `, the first ${MOST} shown`}. With conditions (guards): <code>wac list mutants --operation ID --json</code>.</p>
      <ul class="cards">
        ${known.data.mutants
          .filter(({ id }) => !ids.includes(id))
          .map(
            (one) =>
              html`<${Mutant} key=${one.id} mutant=${one} button="Put in force" onAct=${() => put([...ids, one.id], `${one.id} is in force.`)} />`,
          )}
      </ul>`
    }
  `;
}

/** @param {{ mutant: MutantInForce, button: string, onAct: () => void }} props */
function Mutant({ mutant: { id, title, breaks }, button, onAct }) {
  return html`<li class="card">
    <span><code>${id}</code><br />${title}<br /><span class="hint">breaks ${breaks}</span></span>
    <button type="button" class="quiet end" onClick=${onAct}>${button}<span class="unseen"> ${id}</span></button>
  </li>`;
}

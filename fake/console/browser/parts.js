import { html, useId, useState } from "./library.js";
import { notify } from "./notice.js";

/** @import { JournalEntry } from "./types.d.ts" */

/**
 * What stands in place of data that is not there: why, or that it is on its way.
 *
 * @param {{ error: string | null }} props
 */
export function Missing({ error }) {
  return error === null ? html`<p class="hint">Loading …</p>` : html`<p class="problem">${error}</p>`;
}

/**
 * A choice of one of several values; options are `[value, text]`.
 *
 * @param {{ label: string, value: string, options: readonly (readonly [string, string])[], onChange: (value: string) => void }} props
 */
export function Choice({ label, value, options, onChange }) {
  const id = useId();
  return html`<span class="choice">
    <label for=${id}>${label}</label>
    <select id=${id} value=${value} onChange=${(event) => onChange(event.currentTarget.value)}>
      ${options.map(([one, text]) => html`<option key=${one} value=${one} selected=${one === value}>${text}</option>`)}
    </select>
  </span>`;
}

/**
 * A form of one line of text and a button; `onSend` gets the text, and true from it empties the field.
 *
 * @param {{ label: string, button: string, initial?: string, onSend: (text: string) => unknown, required?: boolean }} props
 */
export function OneLine({ label, button, initial = "", onSend, required = true }) {
  const [text, setText] = useState(initial);
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    if (await onSend(text)) setText(initial);
  };
  return html`<form class="line" onSubmit=${send}>
    <label>${label} <input value=${text} required=${required} onInput=${(event) => setText(event.currentTarget.value)} /></label>
    <button>${button}</button>
  </form>`;
}

/**
 * A text to be copied, with a button that does so.
 *
 * @param {{ text: string, label: string }} props
 */
export function Copyable({ text, label }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify(`${label} copied.`),
      () => notify("The browser did not let it be copied: select the text instead.", "failed"),
    );
  return html`<span class="copyable">
    <code>${text}</code> <button type="button" class="quiet" onClick=${copy}>Copy<span class="unseen"> ${label}</span></button>
  </span>`;
}

/**
 * A body of a request or response, as indented JSON where it is JSON.
 *
 * @param {{ title: string, number: number, body: JournalEntry["request"] }} props
 */
export function Body({ title, number, body }) {
  if (body === null) return html`<p class="hint">${title}: none</p>`;
  const text = typeof body.content === "string" ? body.content : JSON.stringify(body.content, null, 2);
  return html`<figure>
    <figcaption>${title}${body.cut && " (its beginning)"}</figcaption>
    <pre tabindex="0" role="region" aria-label="${title} ${number}">${text}</pre>
  </figure>`;
}

import { call } from "./api.js";
import { counted, minuteOf } from "./format.js";
import { html, useState } from "./library.js";
import { act } from "./notice.js";
import { OneLine } from "./parts.js";

/** @import { ClockMove, ViewProps } from "./types.d.ts" */

/** @type {readonly (readonly [string, object])[]} */
const STEPS = [
  ["1 minute", { minutes: 1 }],
  ["1 hour", { hours: 1 }],
  ["1 day", { days: 1 }],
  ["7 days", { days: 7 }],
  ["31 days", { days: 31 }],
  ["1 year", { days: 365 }],
];

/**
 * The fake's clock, moved at a click, with what each move ended.
 *
 * @param {ViewProps} props
 */
export function Clock({ now }) {
  const [move, setMove] = useState(/** @type {ClockMove | null} */ (null));
  /** @param {() => Promise<ClockMove>} moving */
  const moved = async (moving) => {
    const done = await act(moving, ({ now: then }) => `It is ${minuteOf(then)} now.`);
    if (done !== undefined) setMove(done);
    return done !== undefined;
  };
  /** @param {object} by */
  const advance = (by) => moved(() => call("POST", "/clock/advance", by));
  return html`
    <p class="big"><time datetime=${now}>${minuteOf(now)}</time> <span class="hint">UTC, by the fake's clock; it is one for all workspaces</span></p>
    <h3>Go forward</h3>
    <div class="bar">
      ${STEPS.map(([text, by]) => html`<button key=${text} type="button" onClick=${() => advance(by)}>${text}</button>`)}
    </div>
    <${OneLine} label="ISO 8601 duration" button="Advance" initial="PT15M" onSend=${(duration) => advance({ duration })} />
    <h3>Set to</h3>
    <${OneLine} label="ISO 8601 instant" button="Set" initial=${now.replace(/\.\d+Z$/, "Z")} onSend=${(instant) => moved(() => call("PUT", "/clock", { now: instant }))} />
    ${move !== null && html`<${Outcome} move=${move} />`}
  `;
}

/** @param {{ move: ClockMove }} props */
function Outcome({ move: { before, now, expired, renewed } }) {
  const ended = [
    ...expired.memories.map(({ content }) => `Memory expired: ${content}`),
    ...expired.uploads.map(({ name }) => `Upload URL expired: ${name}`),
    ...(expired.challenges > 0 ? [`${counted(expired.challenges, "challenge token")} expired`] : []),
    ...renewed.map(({ month }) => `A monthly task allowance began again: ${month}`),
  ];
  return html`<section aria-label="Outcome">
    <h3>From ${minuteOf(before)} to ${minuteOf(now)}</h3>
    ${ended.length === 0 ? html`<p class="hint">Nothing ended.</p>` : html`<ul>${ended.map((line) => html`<li>${line}</li>`)}</ul>`}
  </section>`;
}

import { html, useEffect, useState } from "./library.js";

/** @import { Notice } from "./types.d.ts" */

const SHOWN_MS = 8000;
/** @type {Set<(notice: Notice) => void>} */
const listeners = new Set();

/**
 * Shows what came of an act; screen readers say it.
 *
 * @param {string} text
 * @param {Notice["kind"]} kind
 */
export function notify(text, kind = "done") {
  for (const hear of listeners) hear({ text, kind });
}

/**
 * Does something, and says that it is done, or why not; returns its result, or undefined.
 *
 * @template Result
 * @param {() => Promise<Result>} doing
 * @param {string | ((result: Result) => string)} done
 */
export async function act(doing, done) {
  try {
    const result = await doing();
    notify(typeof done === "function" ? done(result) : done);
    return result;
  } catch (error) {
    notify(messageOf(error), "failed");
    return undefined;
  }
}

/**
 * What an error says.
 *
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** The place where {@link notify} shows. */
export function NoticeLine() {
  const [notice, setNotice] = useState(/** @type {Notice | null} */ (null));
  useEffect(() => {
    listeners.add(setNotice);
    return () => void listeners.delete(setNotice);
  }, []);
  useEffect(() => {
    // What went wrong stays until something else happens.
    if (notice?.kind !== "done") return undefined;
    const timer = setTimeout(() => setNotice(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return html`<div class="notice ${notice?.kind ?? ""}" role="status" aria-live="polite">
    ${
      notice !== null &&
      html`<span>${notice.text}</span>
      <button type="button" class="quiet" onClick=${() => setNotice(null)}>Dismiss</button>`
    }
  </div>`;
}

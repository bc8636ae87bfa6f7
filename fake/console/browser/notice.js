import { html, useEffect, useState } from "./library.js";

const SHOWN_MS = 8000;
const listeners = new Set();

/** Shows what came of an act; screen readers say it. */
export function notify(text, kind = "done") {
  for (const hear of listeners) hear({ text, kind });
}

/** Does something, and says that it is done, or why not; gives its result, or undefined. */
export async function act(doing, done) {
  try {
    const result = await doing();
    notify(typeof done === "function" ? done(result) : done);
    return result;
  } catch (error) {
    notify(error.message, "failed");
    return undefined;
  }
}

/** The place where {@link notify} shows. */
export function Notice() {
  const [notice, setNotice] = useState(null);
  useEffect(() => {
    listeners.add(setNotice);
    return () => listeners.delete(setNotice);
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

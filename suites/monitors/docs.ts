import { excerpt } from "../../spec/excerpt.ts";
import { isObject } from "../../spec/json.ts";
import type { Aspect } from "./aspect.ts";

const DOCS_URL = "errors.docs-url";

/** The documentation link of an error is a URL, absolute or relative. */
export const docsAspect: Aspect = {
  requirements: [DOCS_URL],
  judge(operation, response) {
    const body = response.json.ok ? response.json.value : null;
    const error = isObject(body) ? body.error : null;
    const docs = isObject(error) ? error.docs : undefined;
    // The document states where the member belongs and of which type it is.
    if (operation.family !== "sdk" || typeof docs !== "string") return { violations: [], asserted: [] };
    if (readsAsUrl(docs)) return { violations: [], asserted: [DOCS_URL] };
    const violation = {
      requirement: DOCS_URL,
      verifier: "docs",
      pointer: "/error/docs",
      keyword: "url",
      message: `${operation.id} responded with ${response.status} and docs that do not read as a URL`,
      expected: "a URL",
      actual: JSON.stringify(excerpt(docs, 200)),
    };
    return { violations: [violation], asserted: [DOCS_URL] };
  },
};

/** Returns true for a URL relative to any base, and false for a sentence or an empty text. */
function readsAsUrl(text: string): boolean {
  return /^\S+$/.test(text) && /[/.#?:]/.test(text) && URL.canParse(text, "https://docs.invalid/");
}

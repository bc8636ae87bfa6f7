/** @import { ResponseTo, WorkspacePath } from "./types.d.ts" */

/** What the control interface says when it rejects a request: what is wrong, and what to do. */
class Rejected extends Error {
  /** @param {{ message?: string, hint?: string }} error */
  constructor({ message, hint }) {
    super([message, hint].filter(Boolean).join(" "));
    this.name = "Rejected";
  }
}

/**
 * Sends a request to the control interface; `path` is below `/_fake`. Gives the JSON of its response.
 *
 * @template {string} Method
 * @template {string} Path
 * @param {Method} method
 * @param {Path} path
 * @param {object} [body]
 * @returns {Promise<ResponseTo<`${Method} ${Path}`>>}
 */
export async function call(method, path, body) {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await fetch(`/_fake${path}`, { method, ...sent }).catch(() => {
    throw new Rejected({ message: "The fake does not answer.", hint: "Is it still running?" });
  });
  const answer = await response.json().catch(() => ({ error: { message: `Status ${response.status} without JSON.` } }));
  if (!response.ok) throw new Rejected(answer.error ?? {});
  return answer;
}

/**
 * The path of something in a workspace: `inWorkspace(id, "tasks", task)`.
 *
 * @template {readonly string[]} const Parts
 * @param {string} id
 * @param {Parts} parts
 * @returns {WorkspacePath<Parts>}
 */
export function inWorkspace(id, ...parts) {
  const path = `/workspaces/${[id, ...parts].map(encodeURIComponent).join("/")}`;
  return /** @type {WorkspacePath<Parts>} */ (path);
}

/**
 * A path with query parameters.
 *
 * @template {string} Path
 * @param {Path} path
 * @param {Readonly<Record<string, string | number>>} parameters
 * @returns {Path}
 */
export function withQuery(path, parameters) {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  // The same resource, whose type the path has.
  return /** @type {Path} */ (`${path}?${query}`);
}

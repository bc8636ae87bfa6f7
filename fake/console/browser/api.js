/** What the control interface says when it rejects a request: what is wrong, and what to do. */
class Rejected extends Error {
  constructor({ message, hint }) {
    super([message, hint].filter(Boolean).join(" "));
    this.name = "Rejected";
  }
}

/** Sends a request to the control interface; `path` is below `/_fake`. Gives the JSON of its response. */
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

/** The path of something in a workspace: `inWorkspace(id, "tasks", task)`. */
export function inWorkspace(id, ...parts) {
  return `/workspaces/${[id, ...parts].map(encodeURIComponent).join("/")}`;
}

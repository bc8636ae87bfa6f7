import { tool } from "../../spec/tool.ts";
import { OPERATIONS } from "../operations.ts";

const ABOUT = "The reference fake of the Workspace Agent API: the whole API in memory.";

/** Returns the response to `/`: name, version, documents, and the next steps. */
export function welcomeJson(origin: string, control: boolean) {
  return {
    status: "ok",
    name: tool.name,
    version: tool.version,
    about: ABOUT,
    docs: control
      ? { api: `${origin}/_fake/contract.yaml`, control: `${origin}/_fake/` }
      : { api: "spec/openapi.yaml of the package" },
    next: [
      `curl -s -H 'Authorization: Bearer API_KEY' '${origin}/v1/agent/list-tasks'`,
      ...(control ? [`curl -s '${origin}/_fake/workspaces'`] : []),
    ],
    operations: OPERATIONS.map(({ method, path }) => `${method} ${path}`),
  };
}

const TITLES = {
  api: "OpenAPI document of the API",
  control: "Control interface (clock, people, keys, journal, chaos), for this machine",
};

/** Returns {@link welcomeJson} as a page. */
export function welcomeHtml(origin: string, control: boolean): string {
  const { docs, next, operations } = welcomeJson(origin, control);
  const items = (lines: readonly string[]) => lines.map((line) => `<li><code>${escaped(line)}</code></li>`).join("\n");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workspace Agent API fake</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
code { overflow-wrap: anywhere; }
</style>
<h1>Workspace Agent API fake</h1>
<p>${escaped(ABOUT)} <code>${escaped(tool.name)} ${escaped(tool.version)}</code></p>
<h2>Documents</h2>
<ul>
${Object.entries(docs)
  .map(([name, place]) => `<li>${TITLES[name as keyof typeof docs]}: ${linked(place)}</li>`)
  .join("\n")}
</ul>
<h2>Next steps</h2>
<p>The API key is printed when the fake starts.</p>
<ul>
${items(next)}
</ul>
<h2>Operations</h2>
<ul>
${items(operations)}
</ul>
</html>
`;
}

function linked(place: string): string {
  const text = escaped(place);
  return place.startsWith("http") ? `<a href="${text}">${text}</a>` : `<code>${text}</code>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

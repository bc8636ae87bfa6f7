import { isObject, type JsonObject } from "../../spec/json.ts";
import { curlOf, partOf } from "./describe.ts";
import { PROBLEMS } from "./problem.ts";
import type { ControlRoute } from "./route.ts";
import { AREAS, type Area } from "./route-areas.ts";

const ORIGIN = "http://127.0.0.1:4010";

const INTRODUCTION = `# The control interface of the fake

What the Workspace Agent API does not show (channels, keys, people's moves, time) is done under \`/_fake/\`, over JSON and
without a key. It is not part of the API, and no check of the suite relies on it. This page is made from the table of its
routes (\`fake/control/routes/\`); \`npx vitest run fake/control/reference-page.test.ts -u\` writes it again.

- **Who may use it**: this machine, under a name of the loopback. Other machines and rebound host names get 403, also when
  the fake listens on all addresses, until \`wac fake --control-host NAME\` (\`createFake({ controlHosts })\`) invites a host
  name; \`*\` invites all. \`--no-control\` (\`control: false\`) leaves it out.
- **Names**: \`main\` is the fake's own workspace. Workspaces, channels, scopes, agents and people go by id or name, tasks by id
  or identifier (\`WOR-3\`), memories by id or by their whole content.
- **Examples**: run in order on a fresh \`npm run fake\` (\`wac fake\`), every line succeeds (\`/_fake/mcp\` with the MCP SDK installed); some use what a line above has made.
- **Rejections** are \`{ "error": { "code", "message", "hint" } }\`: what was given, what was expected, the nearest valid name.
  Codes:
  ${Object.entries(PROBLEMS)
    .map(([code, status]) => `\`${code}\` (${status})`)
    .join(", ")}.
- **In TypeScript** the same is \`fake.control\`, \`fake.journal\` and \`fake.chaos\` on what \`createFake\` gives.
- \`GET /_fake/\` lists the routes with examples, \`GET /_fake/openapi.json\` is their OpenAPI document.
`;

/** Returns the page about the control interface, in Markdown. */
export function referencePage(routes: readonly ControlRoute[]): string {
  const areas = [...new Set(routes.map(({ area }) => area))];
  const parts = areas.map((area) =>
    areaOf(
      area,
      routes.filter((each) => each.area === area),
    ),
  );
  return `${[INTRODUCTION, ...parts].join("\n")}`;
}

function areaOf(area: Area, routes: readonly ControlRoute[]): string {
  const told = new Set<string>();
  return `## ${area}\n\n${AREAS[area]}\n\n${routes.map((each) => routeOf(each, told)).join("\n")}`;
}

/** Returns one route; inputs that its area has already described are only named. */
function routeOf(each: ControlRoute, told: Set<string>): string {
  const status = each.status === undefined ? "" : ` (${each.status})`;
  const lines = [
    `### \`${each.method} /_fake${each.path}\``,
    "",
    `${each.summary} Returns ${String(each.gives.description)}${status}.`,
    "",
    ...onceEach([...partsOf(each.path), ...inputsOf("query", each.query ?? {}, []), ...bodyOf(each.body)], told),
  ];
  return `${lines.join("\n").trimEnd()}\n\n\`\`\`sh\n${curlOf(each, ORIGIN)}\n\`\`\`\n`;
}

function onceEach(lines: readonly string[], told: Set<string>): string[] {
  const fresh = lines.filter((line) => !told.has(line));
  const known = lines.filter((line) => told.has(line)).map((line) => /`[^`]+`/.exec(line)?.[0] ?? line);
  for (const line of fresh) told.add(line);
  return known.length === 0 ? fresh : [...fresh, `- as above: ${known.join(", ")}`];
}

/** Parts of the path that need a word: the workspace is explained above. */
function partsOf(path: string): string[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name).filter((name) => name !== "workspace");
  return names.map((name) => `- \`:${name}\`: ${partOf(name)}`);
}

function bodyOf(schema: JsonObject | undefined): string[] {
  const members = isObject(schema?.properties) ? (schema.properties as Readonly<Record<string, JsonObject>>) : {};
  const required = Array.isArray(schema?.required) ? schema.required.map(String) : [];
  return inputsOf("body", members, required);
}

function inputsOf(place: string, members: Readonly<Record<string, JsonObject>>, required: readonly string[]): string[] {
  return Object.entries(members).map(([name, schema]) => {
    const needed = required.includes(name) ? ", required" : "";
    return `- ${place} \`${name}\` (${typeOf(schema)}${needed}): ${String(schema.description ?? "")}`;
  });
}

function typeOf({ type, enum: values, items }: JsonObject): string {
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(", ");
  if (type === "array" && isObject(items)) return `list of ${typeOf(items)}`;
  return [type].flat().join(" or ");
}

import type { Result, Trial } from "./trial.ts";

const HEAD = `# Client generators

\`npm run clients\` writes this page. With each generator it generates a client from \`openapi.yaml\`, compiles it, and runs a flow on
the fake: create a task, list, send, get, block, release, remember, recall, search by tag, upload, PUT, attach, download, verify
the connection, a typed error, and an error whose code begins with \`AUTH_\`. \`suites/clients/flows/\` has the programs.

| Generator | Version | Writes | Result | Remarks |
| --------- | ------- | ------ | ------ | ------- |
`;

/** Returns the page of the table. A generator that was skipped keeps its row of the `former` page. */
export function clientsPage(trials: readonly Trial[], former: string): string {
  return HEAD + trials.map((trial) => `${keptRow(trial, former) ?? row(trial)}\n`).join("");
}

function row({ generator: { name, version, writes, remarks }, result }: Trial): string {
  return `| ${[name, version, writes, wording(result), remarks].join(" | ")} |`.replaceAll("  ", " ");
}

function keptRow({ generator: { name, version }, result }: Trial, former: string): string | null {
  if (result.kind !== "skipped") return null;
  return former.split("\n").find((line) => line.startsWith(`| ${name} | ${version} |`)) ?? null;
}

function wording(result: Result): string {
  if (result.kind === "passed") return "generates, compiles, flow passes";
  return result.kind === "failed" ? `fails at ${result.stage}` : `not tried: ${result.reason}`;
}

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Files that examples write and read stay in one folder for each test. */
let folder: string | null = null;

function workFolder(): string {
  if (folder !== null) return folder;
  const made = mkdtempSync(join(tmpdir(), "fake-examples-"));
  folder = made;
  onTestFinished(() => {
    rmSync(made, { recursive: true });
    folder = null;
  });
  return made;
}

/** Matches commands that access a registry. */
const INSTALLS = /\b(?:npm|pnpm|yarn|pip3?|go|mvn) (?:ci|install|i|add|get)\b|\bnpx\b|^docker /m;

/** Returns the shell blocks of a page, in order, without those that install something. */
export function shellBlocks(page: string): readonly string[] {
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  return blocks.filter((block) => !INSTALLS.test(block));
}

export const hasCurl = spawnSync("sh", ["-c", "command -v curl"]).status === 0;

/** Makes curl fail on an error response: by default it succeeds whatever the status. */
const PRELUDE = `set -e
curl() { command curl --fail "$@" || { code=$?; echo "exit $code: curl $*" >&2; return $code; }; }
`;

/** Runs the curl lines of an example as printed; returns the failures. Without curl, they are parsed and sent. */
export async function runExample(example: string): Promise<readonly string[]> {
  const cwd = workFolder();
  if (!hasCurl) return (await Promise.all(linesOf(example).map((line) => send(line, cwd)))).flat();
  return new Promise((resolve) => {
    const shell = spawn("sh", ["-c", PRELUDE + example], { cwd, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    shell.stderr.on("data", (piece: Buffer) => {
      errors += piece.toString();
    });
    shell.on("close", (code) => resolve(code === 0 ? [] : [errors.trim() || `exit ${code}`]));
  });
}

function linesOf(example: string): readonly string[] {
  return example.split("\n").filter((line) => line.startsWith("curl "));
}

/** One curl line, by the few arguments that examples use. */
async function send(line: string, cwd: string): Promise<readonly string[]> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const after = (name: string) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
  const headers = words.flatMap((word, index) =>
    words[index - 1] === "-H" ? [word.split(": ") as [string, string]] : [],
  );
  const file = after("--data-binary")?.slice(1);
  const body = file === undefined ? after("-d") : readFileSync(join(cwd, file), "utf8");
  const method = after("-X") ?? "GET";
  const response = await fetch(words.at(-1) ?? "", { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  const output = after("-o");
  if (output !== undefined) writeFileSync(join(cwd, output), text);
  return response.ok ? [] : [`${response.status}: ${line}`];
}

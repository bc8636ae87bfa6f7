import { delimiter, join } from "node:path";
import { run } from "./run-command.ts";
import type { Toolset } from "./toolset.ts";

export const PYTHON_PINS = {
  "openapi-python-client": "0.29.1",
  "datamodel-code-generator": "0.89.0",
  pydantic: "2.14.4",
  httpx: "0.28.1",
  mypy: "2.4.1",
  // openapi-python-client formats its output with it.
  ruff: "0.17.6",
};

export const pythonTools: Toolset = {
  folder: "python",
  pins: PYTHON_PINS,
  probes: [["python3", "-m", "venv", "--help"]],
  support: "support.py",
  flowFile: "flow.py",
  async install(folder) {
    await run("python3", ["-m", "venv", folder]);
    const pinned = Object.entries(PYTHON_PINS).map(([name, version]) => `${name}==${version}`);
    await run(inVenv(folder, "pip"), ["install", "--disable-pip-version-check", "--quiet", ...pinned]);
  },
  start: ({ folder, tools }) => [inVenv(tools, "python"), join(folder, "flow.py")],
};

/** Adds the programs of the virtual environment to those that a command finds. */
export function venvPath(tools: string): { readonly PATH: string } {
  return { PATH: `${inVenv(tools, "")}${delimiter}${process.env.PATH}` };
}

/** Returns the path of a program in the virtual environment. */
export function inVenv(tools: string, program: string): string {
  return join(tools, process.platform === "win32" ? "Scripts" : "bin", program);
}

/** Checks the types of `flow.py` against those of the client with all strict rules of mypy; `options` are more of its options. */
export async function checkPython(folder: string, tools: string, options: readonly string[] = []): Promise<void> {
  await run(inVenv(tools, "mypy"), ["--strict", "--no-error-summary", ...options, "flow.py"], { cwd: folder });
}

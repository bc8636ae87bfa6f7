import { join } from "node:path";
import type { ClientGenerator } from "../client-generator.ts";
import { run } from "../run-command.ts";
import { checkPython, inVenv, PYTHON_PINS, pythonTools, venvPath } from "../tools-python.ts";

export const openapiPythonClient: ClientGenerator = {
  name: "openapi-python-client",
  version: PYTHON_PINS["openapi-python-client"],
  writes: "Python",
  remarks:
    "`ruff` has to be on the PATH. mypy finds fault with the client's own `client.py`, whatever the document says: the flow is checked, that file is not.",
  tools: pythonTools,
  program: "openapi-python-client.py",
  async generate({ document, folder, tools }) {
    const words = ["generate", "--path", document, "--meta", "none", "--output-path", join(folder, "wac_client")];
    const printed = await run(inVenv(tools, "openapi-python-client"), [...words, "--fail-on-warning"], {
      cwd: folder,
      env: venvPath(tools),
    });
    if (/warning/i.test(printed)) throw new Error(`the generator left something out:\n${printed}`);
  },
  compile: ({ folder, tools }) => checkPython(folder, tools, ["--follow-imports", "silent"]),
};

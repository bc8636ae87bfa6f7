import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientGenerator } from "../client-generator.ts";
import { run } from "../run-command.ts";
import { checkPython, inVenv, PYTHON_PINS, pythonTools } from "../tools-python.ts";

export const datamodelCodeGenerator: ClientGenerator = {
  name: "datamodel-code-generator",
  version: PYTHON_PINS["datamodel-code-generator"],
  writes: "Python models (pydantic 2)",
  remarks:
    "Models only: the flow sends requests made from them, and parses the responses with them. `--use-annotated --set-default-enum-member` lets mypy check them.",
  tools: pythonTools,
  program: "datamodel-code-generator.py",
  async generate({ document, folder, tools }) {
    const models = join(folder, "models.py");
    const words = ["--input", document, "--input-file-type", "openapi", "--output", models];
    const options = ["--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--set-default-enum-member"];
    await run(inVenv(tools, "datamodel-codegen"), [...words, ...options], { cwd: folder });
    const numbered = (await readFile(models, "utf8")).match(/^class \w+\d\(.*$/gm) ?? [];
    if (numbered.length > 0) throw new Error(`schemas collide in their names:\n${numbered.join("\n")}`);
  },
  compile: ({ folder, tools }) => checkPython(folder, tools),
};

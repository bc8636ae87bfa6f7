import { join } from "node:path";
import type { ClientGenerator } from "../client-generator.ts";
import { run } from "../run-command.ts";
import { compileTypeScript, NPM_PINS, npmTools } from "../tools-npm.ts";

export const openapiFetch: ClientGenerator = {
  name: "openapi-typescript + openapi-fetch",
  version: `${NPM_PINS["openapi-typescript"]} + ${NPM_PINS["openapi-fetch"]}`,
  writes: "TypeScript",
  remarks:
    "Generate with TypeScript 5 and `--default-non-nullable false`: without it, fields with a default are required in requests.",
  tools: npmTools,
  program: "openapi-fetch.ts",
  async generate({ document, folder, tools }) {
    const generator = join(tools, "node_modules", "openapi-typescript", "bin", "cli.js");
    await run(process.execPath, [
      generator,
      document,
      "-o",
      join(folder, "schema.d.ts"),
      "--default-non-nullable",
      "false",
    ]);
  },
  compile: ({ folder, tools }) => compileTypeScript(folder, tools),
};

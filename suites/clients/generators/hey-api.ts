import { join } from "node:path";
import type { ClientGenerator } from "../client-generator.ts";
import { run } from "../run-command.ts";
import { compileTypeScript, NPM_PINS, npmTools } from "../tools-npm.ts";

export const heyApi: ClientGenerator = {
  name: "@hey-api/openapi-ts",
  version: NPM_PINS["@hey-api/openapi-ts"],
  writes: "TypeScript",
  remarks: "Needs TypeScript 5 to generate. `data` of a result is undefined until `error` is ruled out.",
  tools: npmTools,
  program: "hey-api.ts",
  async generate({ document, folder, tools }) {
    const generator = join(tools, "node_modules", "@hey-api", "openapi-ts", "bin", "run.js");
    await run(process.execPath, [generator, "-i", document, "-o", join(folder, "client")], { cwd: folder });
  },
  compile: ({ folder, tools }) => compileTypeScript(folder, tools),
};

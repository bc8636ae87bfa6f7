import { join } from "node:path";
import type { ClientGenerator } from "../client-generator.ts";
import { copyFlow } from "../flow-programs.ts";
import { run } from "../run-command.ts";
import { compileTypeScript, NPM_PINS, npmTools } from "../tools-npm.ts";

export const heyApi: ClientGenerator = {
  name: "@hey-api/openapi-ts",
  version: NPM_PINS["@hey-api/openapi-ts"],
  writes: "TypeScript",
  remarks: "Needs TypeScript 5 to generate. `data` of a result is undefined until `error` is ruled out.",
  tools: npmTools,
  async generate({ document, folder, tools }) {
    const generator = join(tools, "node_modules", "@hey-api", "openapi-ts", "bin", "run.js");
    await run(process.execPath, [generator, "-i", document, "-o", join(folder, "client")], { cwd: folder });
    await copyFlow("hey-api.ts", folder, "flow.ts");
  },
  compile: ({ folder, tools }) => compileTypeScript(folder, tools),
  flow: ({ folder }, env) => run(process.execPath, [join(folder, "out", "flow.js")], { env: { ...env } }),
};

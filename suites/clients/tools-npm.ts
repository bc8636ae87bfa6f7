import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run-command.ts";
import type { Toolset } from "./toolset.ts";

export const NPM_PINS = {
  "openapi-typescript": "7.13.0",
  "openapi-fetch": "0.17.0",
  "@hey-api/openapi-ts": "0.95.0",
  // Both generators need TypeScript 5 as a peer, and use its API.
  typescript: "5.9.3",
  "@types/node": "20.19.43",
};

export const npmTools: Toolset = {
  folder: "npm",
  pins: NPM_PINS,
  probes: [["npm", "--version"]],
  support: "support.ts",
  flowFile: "flow.ts",
  async install(folder) {
    const manifest = { private: true, type: "commonjs", dependencies: NPM_PINS };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    await run("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], { cwd: folder });
  },
  start: ({ folder }) => [process.execPath, join(folder, "out", "flow.js")],
};

/** Compiles `flow.ts` of a folder, and its imports, to `out/`, with all strict rules of TypeScript 5. */
export async function compileTypeScript(folder: string, tools: string): Promise<void> {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    types: ["node"],
    outDir: "out",
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["flow.ts"] }));
  await run(process.execPath, [join(tools, "node_modules", "typescript", "bin", "tsc"), "-p", folder]);
}

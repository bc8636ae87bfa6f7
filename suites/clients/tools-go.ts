import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run-command.ts";
import type { Toolset } from "./toolset.ts";

export const GO_PINS = {
  "github.com/oapi-codegen/oapi-codegen/v2": "v2.8.2",
  "github.com/oapi-codegen/runtime": "v1.9.0",
  "github.com/ogen-go/ogen": "v1.24.0",
};

export const goTools: Toolset = {
  folder: "go",
  pins: GO_PINS,
  probes: [["go", "version"]],
  support: "support.go",
  flowFile: "main.go",
  async install(folder) {
    const env = { GOBIN: join(folder, "bin") };
    const { "github.com/oapi-codegen/oapi-codegen/v2": oapi, "github.com/ogen-go/ogen": ogen } = GO_PINS;
    await run("go", ["install", `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${oapi}`], { env });
    await run("go", ["install", `github.com/ogen-go/ogen/cmd/ogen@${ogen}`], { env });
  },
  start: ({ folder }) => [join(folder, "flow")],
};

/** Returns the path of a program that the toolset installed. */
export function goTool(tools: string, program: string): string {
  return join(tools, "bin", process.platform === "win32" ? `${program}.exe` : program);
}

/** Makes the folder a module that requires `module` at its pin, and builds `flow`. */
export async function buildGo(folder: string, module: keyof typeof GO_PINS): Promise<void> {
  await writeFile(join(folder, "go.mod"), `module clients\n\ngo 1.25.0\n\nrequire ${module} ${GO_PINS[module]}\n`);
  await run("go", ["mod", "tidy"], { cwd: folder });
  await run("go", ["build", "-o", "flow", "."], { cwd: folder });
}

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ClientGenerator } from "../client-generator.ts";
import { run } from "../run-command.ts";
import { buildGo, GO_PINS, goTool, goTools } from "../tools-go.ts";

export const oapiCodegen: ClientGenerator = {
  name: "oapi-codegen",
  version: GO_PINS["github.com/oapi-codegen/oapi-codegen/v2"],
  writes: "Go",
  remarks: "A failure is in the field of its status (`JSON401`).",
  tools: goTools,
  program: "oapi-codegen.go",
  async generate({ document, folder, tools }) {
    await mkdir(join(folder, "api"));
    const words = ["-generate", "types,client", "-package", "api", "-o", join(folder, "api", "client.gen.go")];
    await run(goTool(tools, "oapi-codegen"), [...words, document]);
  },
  compile: ({ folder }) => buildGo(folder, "github.com/oapi-codegen/runtime"),
};

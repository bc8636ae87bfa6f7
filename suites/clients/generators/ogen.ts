import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientGenerator } from "../client-generator.ts";
import { run } from "../run-command.ts";
import { buildGo, GO_PINS, goTool, goTools } from "../tools-go.ts";

const CONFIG = `generator:
  features:
    enable: [paths/client]
    disable: [paths/server, webhooks/client, webhooks/server, ogen/otel]
`;

export const ogen: ClientGenerator = {
  name: "ogen",
  version: GO_PINS["github.com/ogen-go/ogen"],
  writes: "Go",
  remarks: "Values of free-form objects are raw JSON (`jx.Raw`).",
  tools: goTools,
  program: "ogen.go",
  async generate({ document, folder, tools }) {
    await writeFile(join(folder, "ogen.yml"), CONFIG);
    await run(goTool(tools, "ogen"), ["--config", "ogen.yml", "--target", "api", "--clean", document], { cwd: folder });
  },
  compile: ({ folder }) => buildGo(folder, "github.com/ogen-go/ogen"),
};

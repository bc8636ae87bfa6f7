import { build } from "rolldown";
import { packageFile, packageRoot } from "../../spec/package-root.ts";
import { writeBundle } from "./bundle-output.ts";

// A step of the build: what the worker of a run loads, in few files. Other packages stay where they are.

const { output } = await build({
  cwd: packageRoot,
  input: ["./dist/suites/host/worker.js", "./dist/suites/host/checks.suite.js"],
  external: /^[^./]/,
  platform: "node",
  write: false,
});
const files = output.map((file) => ({
  isEntry: file.type === "chunk" && file.isEntry,
  fileName: file.fileName,
  text: file.type === "chunk" ? file.code : String(file.source),
}));
writeBundle(
  packageFile("dist", "worker"),
  files.filter(({ isEntry }) => !isEntry),
  files.filter(({ isEntry }) => isEntry),
);

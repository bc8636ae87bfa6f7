import { runAsProcess } from "../cli/core/entry.ts";
import { comparison } from "./schemathesis/command.ts";

// The entry point of `npm run bench:schemathesis`.

await runAsProcess(comparison);

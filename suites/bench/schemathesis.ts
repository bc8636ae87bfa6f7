import { runAsProcess } from "../cli/core/entry.ts";
import { comparison } from "./schemathesis/command.ts";

// The entry of `npm run bench:schemathesis`.

await runAsProcess(comparison);

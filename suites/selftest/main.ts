import { runAsProcess } from "../cli/core/entry.ts";
import { selftest } from "./command.ts";

// The entry point of `npm run selftest`.

await runAsProcess(selftest);

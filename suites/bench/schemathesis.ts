import { tell, UNUSABLE } from "../cli/core/failures.ts";
import { commandPage } from "../cli/core/help.ts";
import { flushed, processIo } from "../cli/core/io.ts";
import { parseInput } from "../cli/core/parse.ts";
import { comparison } from "./schemathesis/command.ts";

// The entry of `npm run bench:schemathesis`.

const io = processIo();

async function start(): Promise<number> {
  const input = parseInput(process.argv.slice(2), comparison);
  if (!input.flag("help")) return await comparison.run(input, io);
  io.out(commandPage(comparison));
  return 0;
}

const status = await start().catch((error: unknown) => {
  tell(error, io);
  return UNUSABLE;
});
await flushed();
process.exit(status);

import { tell, UNUSABLE } from "../cli/core/failures.ts";
import { commandPage } from "../cli/core/help.ts";
import { flushed, processIo } from "../cli/core/io.ts";
import { parseInput } from "../cli/core/parse.ts";
import { selftest } from "./command.ts";

// The entry of `npm run selftest`.

const io = processIo();

async function start(): Promise<number> {
  const input = parseInput(process.argv.slice(2), selftest);
  if (!input.flag("help")) return await selftest.run(input, io);
  io.out(commandPage(selftest));
  return 0;
}

const status = await start().catch((error: unknown) => {
  tell(error, io);
  return UNUSABLE;
});
await flushed();
process.exit(status);

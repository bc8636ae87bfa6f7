import { parseArgs } from "node:util";
import { createIndependentServer, type IndependentServerOptions } from "./independent-server.ts";

const NUMBERS = ["seed", "port", "lag", "rate-limit"] as const;
const USAGE =
  "Options: --seed N, --port N, --lag MS, --rate-limit N, --liberties (behave differently at open points)\n";

/** Starts an independent server from command-line arguments, prints its target file as one line of JSON and serves until stopped. */
async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: "string" },
      port: { type: "string" },
      lag: { type: "string" },
      "rate-limit": { type: "string" },
      liberties: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help === true) {
    process.stdout.write(USAGE);
    return;
  }
  const [seed, port, lagMs, rateLimit] = NUMBERS.map((name) => numberOf(name, values[name]));
  const given = { seed, port, lagMs, rateLimit, liberties: values.liberties };
  const options: IndependentServerOptions = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const server = await createIndependentServer(options);
  process.stdout.write(`${JSON.stringify(server.target)}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`--${name}: a whole number expected, not "${text}"`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});

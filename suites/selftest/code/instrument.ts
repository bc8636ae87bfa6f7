import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "../../../spec/operator-error.ts";
import { packageFile } from "../../../spec/package-root.ts";
import type { CodeMutant } from "./mutant.ts";

/** The independent server with a switch for each mutant. */
export interface Instrumented {
  /** The module to load. */
  readonly module: string;
  readonly mutants: readonly CodeMutant[];
}

const FOLDER = packageFile("suites", "selftest", "independent");
const ENTRY = "independent-server.ts";

/**
 * Files that are not part of the measured server: drawing of readings, initial content, noise of other users, and the
 * runtime.
 */
const LEFT_ALONE = /^(choices|readings|traffic|prng|runtime|noise|stock|limiter|main|probe)/;

/**
 * Instruments the server's sources once for each state of them and bundles the result into a temporary folder, which
 * all processes share.
 *
 * @throws OperatorError `SELFTEST-CODE` in an installed package, which has neither the sources nor the tools.
 */
export async function instrumented(): Promise<Instrumented> {
  if (!existsSync(join(FOLDER, ENTRY))) throw notHere();
  const sources = sourcesIn(FOLDER);
  const folder = join(tmpdir(), `wac-code-mutants-${hashOf(sources)}`);
  if (!existsSync(folder)) await instrumentInto(folder, sources);
  const mutants = JSON.parse(readFileSync(join(folder, "mutants.json"), "utf8")) as CodeMutant[];
  return { module: join(folder, "server.mjs"), mutants };
}

interface Source {
  /** Path within the server's folder. */
  readonly name: string;
  readonly content: string;
}

function sourcesIn(folder: string): readonly Source[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .toSorted()
    .map((name) => ({ name, content: readFileSync(join(folder, name), "utf8") }));
}

/** Names the tools, too: another version makes other mutants. */
function hashOf(sources: readonly Source[]): string {
  const hash = createHash("sha256").update(readFileSync(packageFile("package-lock.json")));
  for (const { name, content } of sources) hash.update(name).update(content);
  return hash.update(String(LEFT_ALONE)).digest("hex").slice(0, 16);
}

async function instrumentInto(folder: string, sources: readonly Source[]): Promise<void> {
  const { Instrumenter } = await import("@stryker-mutator/instrumenter");
  const { build } = await import("rolldown");
  const files = sources.map(({ name, content }) => ({ name, content, mutate: !LEFT_ALONE.test(name) }));
  const result = await new Instrumenter(QUIET).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  const draft = mkdtempSync(`${folder}-`);
  for (const { name, content } of result.files) {
    const path = join(draft, "source", name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, content);
  }
  const input = join(draft, "source", ENTRY);
  await build({ input, platform: "node", output: { file: join(draft, "server.mjs") }, logLevel: "silent" });
  writeFileSync(join(draft, "mutants.json"), JSON.stringify(codeMutants(result.mutants, sources)));
  try {
    renameSync(draft, folder);
  } catch {
    // Another process has created the same result first.
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A mutant as the instrumenter reports it; lines and columns count from 0. */
interface RawMutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function codeMutants(raw: readonly RawMutant[], sources: readonly Source[]): readonly CodeMutant[] {
  const lines = new Map(sources.map(({ name, content }) => [name, content.split("\n")]));
  const used = new Map<string, number>();
  return raw.map(({ id: number, fileName: file, mutatorName: mutator, replacement, location }) => {
    const { start, end } = location;
    const rows = (lines.get(file) ?? []).slice(start.line, end.line + 1);
    const place = `code:${file}:${start.line + 1}:${start.column + 1}:${mutator}`;
    const nth = (used.get(place) ?? 0) + 1;
    used.set(place, nth);
    const original = between(rows, start.column, end.column);
    return { id: `${place}#${nth}`, number, file, line: start.line + 1, mutator, original, replacement };
  });
}

function between(rows: readonly string[], from: number, to: number): string {
  if (rows.length <= 1) return (rows[0] ?? "").slice(from, to);
  return [rows[0]?.slice(from), ...rows.slice(1, -1), rows.at(-1)?.slice(0, to)].join("\n");
}

const no = () => false;
const ignore = () => {};
const QUIET = {
  ...{
    isTraceEnabled: no,
    isDebugEnabled: no,
    isInfoEnabled: no,
    isWarnEnabled: no,
    isErrorEnabled: no,
    isFatalEnabled: no,
  },
  ...{ trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
};

function notHere(): OperatorError {
  return new OperatorError({
    code: "SELFTEST-CODE",
    message: "There are no sources of the independent server to make mutants of.",
    hint: "Run it in a clone of the repository, after npm ci.",
  });
}

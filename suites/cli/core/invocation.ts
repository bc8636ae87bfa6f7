import { basename, relative } from "node:path";
import { packageRoot } from "../../../spec/package-root.ts";
import { tool } from "../../../spec/tool.ts";
import { shellWord } from "./shell.ts";

/** The facts on how this process was started. */
export interface ProcessStart {
  /** Folder of this package, without symbolic links. */
  readonly root: string;
  readonly cwd: string;
  /** The script as called: a link such as `/usr/local/bin/wac`, or the file itself. */
  readonly script: string;
  /** The name and version that a package manager passes to its child processes: `pnpm/9.1.0 npm/? node/v20.20.2`. */
  readonly userAgent: string;
  /** True if Yarn resolves packages without a `node_modules`. */
  readonly plugAndPlay: boolean;
}

/** The command by which each package manager runs an installed package; npm's works with every `node_modules`. */
const RUNNERS: Readonly<Record<string, string>> = { yarn: "yarn wac", pnpm: "pnpm exec wac", bun: "bunx wac" };

/**
 * Returns the text for `wac` that starts this package again: `npx wac` if it is installed in a project, `wac` if it is
 * on the path, `npm run --silent wac --` in a clone.
 */
export function commandFor({ root, cwd, script, userAgent, plugAndPlay }: ProcessStart): string {
  const manager = userAgent.split("/", 1)[0] ?? "";
  if (plugAndPlay) return "yarn wac";
  const at = root.split(/[\\/]/u).indexOf("node_modules");
  if (at === -1) return inClone(root, cwd, script);
  const project = root.split(/[\\/]/u).slice(0, at).join("/");
  if (isWithin(cwd, project)) return RUNNERS[manager] ?? "npx wac";
  return /[\\/]_npx[\\/]/u.test(root) ? `npx --package=${tool.name} wac` : "wac";
}

function inClone(root: string, cwd: string, script: string): string {
  if (basename(script) === "wac") return "wac";
  return cwd === root ? "npm run --silent wac --" : `node ${shellWord(script)}`;
}

function isWithin(folder: string, around: string): boolean {
  const path = relative(around, folder);
  return path !== ".." && !/^(\.\.[\\/]|[\\/]|[a-z]:)/iu.test(path);
}

const COMMAND = commandFor({
  root: packageRoot,
  cwd: process.cwd(),
  script: process.argv[1] ?? "",
  userAgent: process.env.npm_config_user_agent ?? "",
  plugAndPlay: process.versions.pnp !== undefined,
});

/** Returns a line to copy, quoted for a POSIX shell: `commandLine(["run", "--target", "my target.yaml"])`. */
export function commandLine(words: readonly string[], command = COMMAND): string {
  return [command, ...words.map(shellWord)].join(" ");
}

/** Returns the text with each `wac COMMAND` replaced by the command to type here. */
export function asTyped(text: string, command = COMMAND): string {
  return text.replace(/(?<![\w./-]|npx )wac (?=[A-Za-z])/gu, () => `${command} `);
}

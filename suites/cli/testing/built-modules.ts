import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Plugin } from "vitest/config";

/**
 * Lets tests load what the build wrote instead of sources: Node.js runs it as it is, several times as fast as what a
 * test runner makes of a source, and it is what ships. Tests, and what only they use, are no part of the build.
 */
export function builtModules(root: string): Plugin {
  return {
    name: "built-modules",
    enforce: "pre",
    resolveId(source, importer) {
      if (importer === undefined || !/^\..*\.ts$/.test(source)) return null;
      const path = relative(root, resolve(dirname(importer), source));
      const built = join(root, "dist", path.replace(/\.ts$/, ".js"));
      return existsSync(built) ? built : null;
    },
  };
}

/** Paths of what the build wrote, which the test runner leaves to Node.js. */
export const BUILT = /\/dist\/(?:spec|generators|fake|suites|reports)\//;

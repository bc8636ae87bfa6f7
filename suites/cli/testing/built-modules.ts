import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Plugin } from "vitest/config";

/**
 * Lets tests load the build results instead of sources: Node.js runs them directly, several times as fast as
 * transformed sources, and they are what ships. Tests, and modules that only they use, are not part of the build.
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

/** Matches paths of build results, which the test runner leaves to Node.js. */
export const BUILT = /\/dist\/(?:spec|generators|fake|suites|reports)\//;

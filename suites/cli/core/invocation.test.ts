import { expect, test } from "vitest";
import { asTyped, commandFor, commandLine, type ProcessStart } from "./invocation.ts";

const start: ProcessStart = {
  root: "/home/me/app/node_modules/workspace-agent-conformance",
  cwd: "/home/me/app",
  script: "/home/me/app/node_modules/.bin/wac",
  userAgent: "",
  plugAndPlay: false,
};

test.each<[string, Partial<ProcessStart>, string]>([
  ["installed in the project", {}, "npx wac"],
  ["in a folder below the project", { cwd: "/home/me/app/packages/api" }, "npx wac"],
  [
    "installed by pnpm",
    { root: "/home/me/app/node_modules/.pnpm/w@0/node_modules/w", userAgent: "pnpm/9.1.0 npm/?" },
    "pnpm exec wac",
  ],
  ["started by Yarn", { userAgent: "yarn/1.22.0 npm/?" }, "yarn wac"],
  ["Yarn without node_modules", { root: "/home/me/.yarn/cache/w.zip/node_modules/w", plugAndPlay: true }, "yarn wac"],
  ["installed for the whole machine", { root: "/usr/local/lib/node_modules/w", script: "/usr/local/bin/wac" }, "wac"],
  ["fetched by npx", { root: "/home/me/.npm/_npx/1f/node_modules/w" }, "npx --package=workspace-agent-conformance wac"],
  [
    "a clone",
    { root: "/home/me/clone", cwd: "/home/me/clone", script: "/home/me/clone/dist/bundle/suites/cli/main.js" },
    "npm run --silent wac --",
  ],
  ["a clone that is linked", { root: "/home/me/clone", script: "/usr/local/bin/wac" }, "wac"],
  [
    "a clone, from elsewhere",
    { root: "/my clone", script: "/my clone/dist/suites/cli/main.js" },
    "node '/my clone/dist/suites/cli/main.js'",
  ],
])("%s", (_, over, command) => {
  expect(commandFor({ ...start, ...over })).toBe(command);
});

test("quotes words for a shell", () => {
  expect(commandLine(["run", "--target", "my target.yaml"], "npx wac")).toBe("npx wac run --target 'my target.yaml'");
});

test("puts what is typed before each command in a text, once", () => {
  expect(asTyped("See wac list; `wac run` (wac plan), npx wac run, wac-report, wac: a suite", "npx wac")).toBe(
    "See npx wac list; `npx wac run` (npx wac plan), npx wac run, wac-report, wac: a suite",
  );
});

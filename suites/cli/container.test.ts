import { readFileSync } from "node:fs";
import { request } from "node:http";
import { Ajv } from "ajv";
import { validate } from "dockerfile-utils";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { packageFile } from "../../spec/package-root.ts";
import { ended, startWac } from "./testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000 });

const DOCKERFILE = readFileSync(packageFile("Dockerfile"), "utf8");
const COMPOSE = readFileSync(packageFile("compose.yaml"), "utf8");

/** The instructions of the image itself: those of its last stage, with lines joined. */
const INSTRUCTIONS = (DOCKERFILE.split(/^FROM .*$/m).at(-1) ?? "").replaceAll("\\\n", " ").split("\n");

function instruction(name: string): string {
  return (
    INSTRUCTIONS.find((line) => line.startsWith(`${name} `))
      ?.slice(name.length)
      .trim() ?? ""
  );
}

function lint(text: string): string[] {
  return validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
}

test("the Dockerfile is without a mistake, and one would be found", () => {
  expect(lint(DOCKERFILE)).toEqual([]);
  expect(lint(DOCKERFILE.replace("EXPOSE 4010", "EXPSE 4010"))).toHaveLength(1);
});

test("the image is small, runs as another user than root, and has a health check", () => {
  expect(DOCKERFILE.match(/^FROM (\S+)/gm)).toEqual(["FROM node:24-alpine", "FROM node:24-alpine"]);
  expect(instruction("COPY")).toBe("--from=build /app /app");
  expect(instruction("USER")).toBe("node");
  expect(instruction("HEALTHCHECK")).toContain("/health");
});

test("the compose file is what the specification describes, and another would be found", () => {
  const schema = JSON.parse(readFileSync(new URL("./testing/compose-spec.json", import.meta.url), "utf8"));
  const check = new Ajv({ strict: false, validateFormats: false }).compile({ ...schema, $schema: undefined });
  expect([check(parse(COMPOSE)), check.errors]).toEqual([true, null]);
  expect(check(parse(COMPOSE.replace("read_only: true", "read_onyl: true")))).toBe(false);
  // What is commented out is an example to use.
  const uncommented = COMPOSE.replace(/^ {2}# (?=( *)(agent|build|environment|WORKSPACE\w+|depends_on|fake):)/gm, "  ");
  expect([check(parse(uncommented)), Object.keys(parse(uncommented).services)]).toEqual([true, ["fake", "agent"]]);
});

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  Dockerfile: JSON.parse(instruction("CMD")),
  "compose.yaml": parse(COMPOSE).services.fake.command,
};

test.each(Object.entries(COMMANDS))("the command of %s starts a fake that its health check finds", async (_, words) => {
  const args = words.map((word) => word.replace("4010", "0"));
  const child = startWac([...args, "--json"]);
  const end = ended(child);
  try {
    const told = await new Promise<string>((found) => child.stdout.once("data", (text) => found(String(text))));
    const { baseUrl } = JSON.parse(told);
    expect((await fetch(`${baseUrl}/health`)).status).toBe(200);
    for (const name of invited(words)) expect(await statusUnder(name, `${baseUrl}/_fake/health`)).toBe(200);
  } finally {
    child.kill("SIGTERM");
    expect((await end).status).toBe(0);
  }
});

/** Names of the control interface: what comes through a published port has another address than the loopback. */
function invited(words: readonly string[]): readonly string[] {
  return [...words.join(" ").matchAll(/--control-host[ =](\S+)/g)].map(([, name = ""]) => name);
}

test("the control interface can be used through the published port, and by the other services", () => {
  expect(Object.values(COMMANDS).map(invited)).toEqual([["localhost"], ["localhost", "fake"]]);
});

function statusUnder(host: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host } }, ({ statusCode }) => resolve(statusCode));
    sent.once("error", reject);
    sent.end();
  });
}

test("the health check asks the port that the command listens on, and the entry is in the package", () => {
  const [port] = /\d{4}/.exec(instruction("HEALTHCHECK")) ?? [];
  for (const words of Object.values(COMMANDS)) expect(words.join(" ")).toMatch(new RegExp(`--port[ =]${port}`));
  expect(parse(COMPOSE).services.fake.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  const { bin } = JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
  expect(instruction("ENTRYPOINT")).toContain(`/workspace-agent-conformance/${bin.wac}"`);
});

import { delimiter, join } from "node:path";
import { run } from "./run-command.ts";
import type { Toolset } from "./toolset.ts";
import type { Work } from "./work.ts";

export const OPENAPI_GENERATOR_VERSION = "7.25.0";

const GENERATOR = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR_VERSION}`;
const DEPENDENCY_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";

/** The generator is a jar from a Maven repository; it and its clients need Java 11 or newer. */
export const mavenTools: Toolset = {
  folder: "maven",
  pins: { generator: GENERATOR, plugin: DEPENDENCY_PLUGIN },
  probes: [
    ["javac", "--version"],
    ["mvn", "--version"],
  ],
  flowFile: join("src", "main", "java", "Flow.java"),
  async install(folder) {
    await maven([`${DEPENDENCY_PLUGIN}:copy`, `-Dartifact=${GENERATOR}`, `-DoutputDirectory=${folder}`], folder);
  },
  start: ({ folder }) => [
    "java",
    "-cp",
    join(folder, "target", "classes") + delimiter + join(folder, "jars", "*"),
    "Flow",
  ],
};

/** Returns the path of the generator that the toolset installed. */
export function generatorJar(tools: string): string {
  return join(tools, `openapi-generator-cli-${OPENAPI_GENERATOR_VERSION}.jar`);
}

/** Compiles the generated project with the flow, and copies their dependencies to `jars/`. */
export async function compileMaven({ folder }: Work): Promise<void> {
  await maven(["compile", `${DEPENDENCY_PLUGIN}:copy-dependencies`, "-DoutputDirectory=jars"], folder);
}

async function maven(words: readonly string[], cwd: string): Promise<void> {
  await run("mvn", ["--batch-mode", "--quiet", ...words], { cwd });
}

import type { ClientGenerator } from "../client-generator.ts";
import { run } from "../run-command.ts";
import { compileMaven, generatorJar, mavenTools, OPENAPI_GENERATOR_VERSION } from "../tools-maven.ts";

const PROPERTIES = "invokerPackage=client,apiPackage=client.api,modelPackage=client.model,hideGenerationTimestamp=true";

export const openapiGenerator: ClientGenerator = {
  name: "openapi-generator",
  version: OPENAPI_GENERATOR_VERSION,
  writes: "Java (library native)",
  remarks:
    "Needs `--skip-validate-spec`: its parser takes no object as `requestBody` of a link, which OpenAPI allows. A failure is an `ApiException`: its body can be parsed as `AgentFailure` or `SdkFailure`.",
  tools: mavenTools,
  program: "Flow.java",
  async generate({ document, folder, tools }) {
    const words = ["generate", "--generator-name", "java", "--library", "native", "--skip-validate-spec"];
    const options = ["--additional-properties", PROPERTIES, "--global-property", "apiTests=false,modelTests=false"];
    await run("java", ["-jar", generatorJar(tools), ...words, ...options, "-i", document, "-o", folder]);
  },
  compile: compileMaven,
};

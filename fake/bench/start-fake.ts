import { pathToFileURL } from "node:url";
import { packageFile } from "../../spec/package-root.ts";

/** Starts a fake, as users load it, that prints its URL. */
const shipped = pathToFileURL(packageFile("dist", "bundle", "fake", "index.js")).href;
const { createFake } = (await import(shipped)) as typeof import("../index.ts");
const fake = await createFake();
console.log(`${fake.baseUrl}/v1/agent/list-tasks`);

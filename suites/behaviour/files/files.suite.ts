import type { Suite } from "../../engine/check.ts";
import { downloadChecks } from "./downloads.ts";
import { flowChecks } from "./flow.ts";
import { fileQuestions } from "./questions.ts";
import { signatureChecks } from "./signatures.ts";
import { uploadChecks } from "./uploads.ts";

/** What the contract demands of files beyond the form of requests and answers. */
export const filesSuite: Suite = {
  name: "files",
  checks: (world) => [...uploadChecks(world), ...flowChecks(world), ...downloadChecks(world), ...signatureChecks()],
  observers: () => fileQuestions(),
};

import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { packageFile } from "../../spec/package-root.ts";
import type { ClientGenerator } from "./client-generator.ts";

/** Copies the program of a generator's flow, and the shared files of its language, next to the generated client. */
export async function copyFlow({ program, tools }: ClientGenerator, folder: string): Promise<void> {
  const { flowFile, support } = tools;
  const copy = (source: string, to: string) => copyFile(packageFile("suites", "clients", "flows", source), to);
  await mkdir(dirname(join(folder, flowFile)), { recursive: true });
  await copy(program, join(folder, flowFile));
  if (support !== undefined) await copy(support, join(folder, support));
}

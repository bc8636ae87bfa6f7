import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFile } from "../../spec/package-root.ts";

/** Copies the program of a flow from `suites/clients/flows/` beside the generated client. */
export async function copyFlow(program: string, folder: string, name: string): Promise<void> {
  await copyFile(packageFile("suites", "clients", "flows", program), join(folder, name));
}

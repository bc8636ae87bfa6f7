import { resolve } from "node:path";
import * as engine from "../../engine/contract.ts";
import type { Input, Option } from "./command.ts";
import type { Io } from "./io.ts";

/** The option that applies an overlay to the bundled document. */
export const OVERLAY_OPTION: Option = {
  name: "overlay",
  value: "FILE",
  text: "OpenAPI Overlay to lay over the bundled document",
};

/** Loads the contract, with the overlay that the options name. */
export function loadContract(input: Input, io: Io): Promise<engine.Contract> {
  const overlay = input.value("overlay");
  return engine.loadContract({ overlay: overlay === undefined ? null : resolve(io.cwd, overlay), parameters: {} });
}

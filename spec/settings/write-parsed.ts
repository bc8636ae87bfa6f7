import { writeFileSync } from "node:fs";
import { parsedFile, parseShipped, SHIPPED, serialized } from "./shipped.ts";

// The last step of a build: writes the YAML files of the contract as JSON next to the compiled code.

for (const name of SHIPPED) {
  writeFileSync(parsedFile(name), serialized(parseShipped(name)));
}

import { readFileSync, writeFileSync } from "node:fs";
import { loadDocument } from "../document/document.ts";
import type { JsonObject } from "../json.ts";
import { packageFile } from "../package-root.ts";
import { checkCode } from "../settings/check-code.ts";
import { KEPT_CHECKS } from "../settings/kept-checks.ts";
import { KEPT_SCHEMAS } from "./kept-schemas.ts";
import { schemaCode } from "./schema-code.ts";

// A step of the build, after the document was kept: its schemas, and those of what people write, compiled.

const NAMES = ["target", "known-failures", "run-request", "fake-options"];
const written = NAMES.map(
  (name) => JSON.parse(readFileSync(packageFile("spec", "schemas", `${name}.schema.json`), "utf8")) as JsonObject,
);

writeFileSync(KEPT_SCHEMAS, schemaCode(await loadDocument()));
writeFileSync(KEPT_CHECKS, checkCode(written));

import { writeFileSync } from "node:fs";
import { loadDocument } from "../document/document.ts";
import { checkCode } from "../settings/check-code.ts";
import { KEPT_CHECKS } from "../settings/kept-checks.ts";
import { readSchema } from "../settings/published-schema.ts";
import { KEPT_SCHEMAS } from "./kept-schemas.ts";
import { schemaCode } from "./schema-code.ts";

// A step of the build after the document was written: compiles its schemas and those of user-written files.

const NAMES = ["target", "known-failures", "run-request", "fake-options"];
const written = NAMES.map((name) => readSchema(`${name}.schema.json`));

writeFileSync(KEPT_SCHEMAS, schemaCode(await loadDocument()));
writeFileSync(KEPT_CHECKS, checkCode(written));

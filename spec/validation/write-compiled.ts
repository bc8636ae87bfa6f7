import { writeFileSync } from "node:fs";
import { loadDocument } from "../document/document.ts";
import { checkCode } from "../settings/check-code.ts";
import { COMPILED_CHECKS_FILE } from "../settings/compiled-checks.ts";
import { readSchema } from "../settings/published-schema.ts";
import { COMPILED_SCHEMAS_FILE } from "./compiled-schemas.ts";
import { schemaCode } from "./schema-code.ts";

// A step of the build after the document was written: compiles its schemas and those of user-written files.

const NAMES = ["target", "known-failures", "run-request", "fake-options"];
const written = NAMES.map((name) => readSchema(`${name}.schema.json`));

writeFileSync(COMPILED_SCHEMAS_FILE, schemaCode(await loadDocument()));
writeFileSync(COMPILED_CHECKS_FILE, checkCode(written));

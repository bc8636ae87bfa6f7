import { writeFileSync } from "node:fs";
import { loadDocument } from "./document.ts";
import { KEPT_SCHEMAS } from "./kept-schemas.ts";
import { schemaCode } from "./schema-code.ts";

// A step of the build, after the document was kept: its schemas, compiled.

writeFileSync(KEPT_SCHEMAS, schemaCode(await loadDocument()));

import { writeFileSync } from "node:fs";
import { loadDocument } from "../spec/document/document.ts";
import { CASES_FILE, computeCases } from "./precomputed-cases.ts";

// A step of the build after the document was written: creates the cases that every run with this document begins with.

writeFileSync(CASES_FILE, JSON.stringify(computeCases(await loadDocument())));

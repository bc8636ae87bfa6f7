import { writeFileSync } from "node:fs";
import { loadDocument } from "../spec/document/document.ts";
import { KEPT_FILE, makeKeptCases } from "./kept-cases.ts";

// A step of the build after the document was written: creates the cases that every run with this document begins with.

writeFileSync(KEPT_FILE, JSON.stringify(makeKeptCases(await loadDocument())));

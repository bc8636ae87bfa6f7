/** One code of an operator error, and what it means. */
export interface ErrorCode {
  readonly code: string;
  /** One sentence: what is wrong, in general; the message of the error has the case. */
  readonly meaning: string;
}

/** Every code that an operator error can carry, grouped by subject: the page of `wac help errors`. */
export const ERROR_CODES: readonly ErrorCode[] = [
  { code: "CLI-COMMAND-UNKNOWN", meaning: "There is no such command." },
  { code: "CLI-OPTION-UNKNOWN", meaning: "The command has no such option." },
  { code: "CLI-OPTION-REPEATED", meaning: "An option that takes one value is given twice." },
  { code: "CLI-VALUE-MISSING", meaning: "An option stands without its value." },
  { code: "CLI-VALUE-NEEDLESS", meaning: "A switch is given a value." },
  { code: "CLI-VALUE", meaning: "The value of an option is outside what it takes." },
  { code: "CLI-ARGUMENT-MISSING", meaning: "A word that the command needs is missing." },
  { code: "CLI-ARGUMENT-UNKNOWN", meaning: "There is one word too many." },
  { code: "TARGET-FILE-UNREADABLE", meaning: "The target file is not there, is no UTF-8 text, or is far too large." },
  { code: "TARGET-FILE-SYNTAX", meaning: "The target file is neither YAML nor JSON." },
  { code: "TARGET-FILE-UNKNOWN-KEY", meaning: "The target file has a key that is not known." },
  { code: "TARGET-FILE-VALUE", meaning: "A value in the target file is outside what its key takes." },
  {
    code: "TARGET-FILE-VARIABLE",
    meaning: "The target file names an environment variable that is not set, is empty, or is misspelt.",
  },
  { code: "TARGET-FILE-UNKNOWN-FIXTURE", meaning: "acceptSkips names a fixture that does not exist." },
  { code: "TARGET-FILE-RESERVED-HEADER", meaning: "http.headers sets a header that the suite itself decides on." },
  { code: "TARGET-FILE-INVALID", meaning: "The target file has several of these mistakes, listed in the message." },
  { code: "TARGET-BASE-URL", meaning: "The base URL is no plain http or https address." },
  { code: "TARGET-BASE-URL-MISSING", meaning: "Neither the target file nor --base-url names an address." },
  { code: "TARGET-API-KEY", meaning: "The API key holds what no bearer header can carry." },
  { code: "TARGET-API-KEY-MISSING", meaning: "No API key was given." },
  { code: "TARGET-CA", meaning: "The file of certificate authorities is not there or holds none." },
  {
    code: "KNOWN-FAILURES-UNREADABLE",
    meaning: "The known-failures file is not there, is no UTF-8 text, or is far too large.",
  },
  { code: "KNOWN-FAILURES-SYNTAX", meaning: "The known-failures file is neither YAML nor JSON." },
  { code: "KNOWN-FAILURES-UNKNOWN-KEY", meaning: "An entry has a key that is not known." },
  { code: "KNOWN-FAILURES-MISSING-KEY", meaning: "An entry lacks requirement, reason, owner or expires." },
  { code: "KNOWN-FAILURES-VALUE", meaning: "A value in an entry is outside what its key takes." },
  {
    code: "KNOWN-FAILURES-INVALID",
    meaning: "The known-failures file has several of these mistakes, listed in the message.",
  },
  { code: "REQUIREMENT-UNKNOWN", meaning: "No requirement has this id, or matches this glob." },
  { code: "REPORT-FILE-UNREADABLE", meaning: "The report is not there or cannot be read." },
  { code: "REPORT-FILE-NOT-JSON", meaning: "The report is not JSON: only report.json can be read back." },
  { code: "REPORT-FILE-VERSION", meaning: "The report has a schemaVersion that this version of wac cannot read." },
  { code: "REPORT-FILE-INVALID", meaning: "The file is JSON and no report." },
  { code: "REPORT-FOLDER-UNWRITABLE", meaning: "The folder for the reports cannot be made." },
  { code: "REPORT-FILE-UNWRITABLE", meaning: "A report cannot be written." },
  { code: "REPORT-FORMAT-UNKNOWN", meaning: "There is no report format of this name." },
  { code: "INIT-FILE-EXISTS", meaning: "A file that wac init would write is there already." },
  {
    code: "DOCUMENT-INVALID",
    meaning: "The OpenAPI document, the overlay applied, breaks the rules of OpenAPI or JSON Schema.",
  },
  { code: "DOCUMENT-REFERENCE", meaning: "The document refers to what is not in it." },
  { code: "DOCUMENT-UNSUPPORTED", meaning: "The document uses a part of OpenAPI that the suite cannot test." },
  {
    code: "DOCUMENT-UNSUPPORTED-KEYWORD",
    meaning: "A schema of the document uses a keyword that the suite does not support.",
  },
  {
    code: "CONSTRAINT-UNBREAKABLE",
    meaning: "A rule of the document cannot be broken on the wire, so that no check of it can fail.",
  },
  { code: "SCHEMA-FORMAT-UNSUPPORTED", meaning: "A schema asks for a format that the suite cannot make values of." },
  { code: "SCHEMA-PATTERN-UNSUPPORTED", meaning: "A schema has a pattern that the suite cannot make values of." },
  { code: "SCHEMA-TOO-RARE", meaning: "A schema allows so little of what it describes that no value of it was found." },
  { code: "SCHEMA-UNINHABITABLE", meaning: "A schema contradicts itself: no value can satisfy it." },
  { code: "FAKE-UNKNOWN-FAULT", meaning: "The fake knows no fault of this id." },
  { code: "FAKE-UNKNOWN-CHOICE", meaning: "A variant names a choice that the fake does not have." },
  { code: "FAKE-UNKNOWN-VALUE", meaning: "A variant gives a choice a value that it does not have." },
  { code: "FAKE-PORT-TAKEN", meaning: "Another program listens on the port that the fake was to take." },
  { code: "FAKE-CANNOT-LISTEN", meaning: "The fake cannot listen on the address and port given." },
  { code: "FAKE-TARGET-FILE-UNWRITABLE", meaning: "The target file of the fake cannot be written." },
  { code: "FAKE-VARIANT-MISSING", meaning: "The file that --variant names is not there." },
  { code: "FAKE-VARIANT-MALFORMED", meaning: "The file that --variant names does not hold choices by name." },
  { code: "RUN-DECLINED", meaning: "The run was not confirmed." },
  { code: "RUN-KEY-WITHOUT-TARGET", meaning: "--api-key is given without a target." },
  { code: "RUN-NOTHING-FAILED", meaning: "The report that --only-failed names holds no failure." },
  { code: "LIST-KIND-UNKNOWN", meaning: "wac list knows no such list." },
  {
    code: "RUN-KNOWN-FAILURES-IN-OUT",
    meaning: "The known-failures file in use is the one that each run writes anew.",
  },
];

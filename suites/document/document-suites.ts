import type { Suite } from "../engine/check/check.ts";
import { acceptedSuite } from "./accepted.suite.ts";
import { authenticationSuite } from "./authentication.suite.ts";
import { disputedSuite } from "./disputed.suite.ts";
import { malformedSuite } from "./malformed.suite.ts";
import { rejectedSuite } from "./rejected.suite.ts";
import { succeedsSuite } from "./succeeds.suite.ts";

/** Suites that test the rules of the document with valid and invalid requests, and know no operation by name. */
export const documentSuites: readonly Suite[] = [
  succeedsSuite,
  authenticationSuite,
  acceptedSuite,
  rejectedSuite,
  malformedSuite,
  disputedSuite,
];

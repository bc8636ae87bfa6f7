import type { ClientGenerator } from "../client-generator.ts";
import { datamodelCodeGenerator } from "./datamodel-code-generator.ts";
import { heyApi } from "./hey-api.ts";
import { oapiCodegen } from "./oapi-codegen.ts";
import { ogen } from "./ogen.ts";
import { openapiFetch } from "./openapi-fetch.ts";
import { openapiGenerator } from "./openapi-generator.ts";
import { openapiPythonClient } from "./openapi-python-client.ts";

/** Every generator that the document is held to, in the order of the table. */
export const GENERATORS: readonly ClientGenerator[] = [
  openapiFetch,
  heyApi,
  openapiPythonClient,
  datamodelCodeGenerator,
  oapiCodegen,
  ogen,
  openapiGenerator,
];

import { loadDocument } from "../../spec/document/document.ts";
import type { ApiDocument, Operation } from "../../spec/document/model.ts";
import { asObject } from "../../spec/json.ts";
import { valueAt } from "../../spec/pointer.ts";
import type { ParameterNames } from "../../spec/target-file.ts";
import { FILE_TOOLS } from "./file-tools.ts";
import { GUIDANCE } from "./guidance.ts";
import { inputSchemaOf } from "./input-schema.ts";
import type { Tool } from "./tool.ts";

/**
 * Returns the operations of the API as tools, in the order of the document, and two for the bytes of presigned URLs,
 * which are not operations. `names` are those of parameters that a variant renames.
 */
export async function toolsOf(names?: ParameterNames): Promise<readonly Tool[]> {
  const document = await loadDocument({ parameters: names });
  return [...document.operations.map((operation) => toolOf(document, operation)), ...FILE_TOOLS];
}

function toolOf(document: ApiDocument, operation: Operation): Tool {
  const { id, method, path, pointer, effect, parameters } = operation;
  const { summary, description } = asObject(valueAt(document.raw, pointer));
  const guidance = GUIDANCE[id];
  const sentences = [description, guidance?.when, guidance && `Returns ${guidance.returns}`];
  return {
    name: id,
    title: String(summary ?? id),
    description: sentences
      .filter((one) => one !== undefined)
      .map(oneLine)
      .join("\n"),
    inputSchema: inputSchemaOf(document, operation),
    isReadOnly: effect === "read",
    endpoint: { method, path, query: parameters.map(({ name }) => name) },
  };
}

function oneLine(text: unknown): string {
  return String(text).replace(/\s+/g, " ").trim();
}

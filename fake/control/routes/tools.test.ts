import { expect, test } from "vitest";
import { OPERATION_IDS } from "../../../spec/operation-ids.ts";
import { items } from "../../testing.ts";
import { startControlled } from "../testing.ts";

test("gives the tools in the forms of the common model APIs, all with the same schemas", async () => {
  const { control } = await startControlled();
  const { body } = await control("GET", "/tools.json");
  const anthropic = items(body.anthropic);
  expect(anthropic.map(({ name }) => name)).toEqual([...OPERATION_IDS, "upload-bytes", "download-bytes"]);
  for (const [index, { name, description, input_schema }] of anthropic.entries()) {
    expect(String(name)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    // Model APIs take an object without combinations at its top.
    expect(Object.keys(input_schema ?? {})).toEqual(["type", "properties", "required", "additionalProperties"]);
    const same = { name, description, parameters: input_schema };
    expect(items(body.openai)[index]).toEqual({ type: "function", function: same });
    expect(items(body.openaiResponses)[index]).toEqual({ type: "function", ...same });
  }
});

test("calls a tool with what a model gave", async () => {
  const { control } = await startControlled();
  const made = await control("POST", "/tools/create-task", { arguments: { title: "Order the screws" } });
  expect(made.body).toEqual({ text: expect.stringContaining("Order the screws"), isError: false });
  expect((await control("POST", "/tools/create-task", {})).body).toMatchObject({ isError: true });
  expect((await control("POST", "/tools/create-tsk", {})).body.text).toMatch(/Did you mean "create-task"/);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { packageFile } from "../package-root.ts";
import { parseShipped, SHIPPED, shipped } from "./shipped.ts";

test.each(SHIPPED)("%s is what its YAML file says, whatever an earlier build has kept", (name) => {
  const text = readFileSync(packageFile("spec", `${name}.yaml`), "utf8");
  expect(shipped(name)).toEqual(parse(text));
  expect(parseShipped(name)).toEqual({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), value: parse(text) });
});

import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ALLOWED_KINDS } from "./allowed-and-forbidden-types.ts";
import { FRAGILE_FILES, fileOfSize, fragileFileNamed } from "./sample-files.ts";
import { SPECIAL_KINDS } from "./special-files.ts";

const bytesOf = (extension: string) =>
  Buffer.from(SPECIAL_KINDS.find(({ fileName }) => fileName.endsWith(`.${extension}`))?.bytes ?? []);

test("the usual, fragile and special files cover every kind that must be accepted", () => {
  const usual = Array.from({ length: 20 }, (_, index) => fileOfSize(5000, index).mimeType);
  const touchy = FRAGILE_FILES.map(({ mimeType }) => mimeType);
  const shared = new Set([...usual, ...touchy, ...SPECIAL_KINDS.flatMap(({ mimeTypes }) => mimeTypes)]);
  const missing = ALLOWED_KINDS.filter(({ files }) => !files.some(({ mimeType }) => shared.has(mimeType)));
  expect(missing.map(({ kind }) => kind)).toEqual([]);
});

test("files with a signature are valid files of their type", () => {
  expect(gunzipSync(fragileFileNamed("packed.gz").bytes).toString()).toMatch(/^unpack me not /);
  expect(bytesOf("gif").toString("latin1")).toMatch(/^GIF89a.*;$/s);
  const webp = bytesOf("webp");
  expect(webp.toString("latin1")).toMatch(/^RIFF.{4}WEBPVP8 /s);
  expect(webp.readUInt32LE(4)).toBe(webp.length - 8);
});

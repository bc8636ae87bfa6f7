import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ALLOWED } from "./media-types.ts";
import { fileOfSize, sampleOf, TOUCHY } from "./samples.ts";
import { SPECIAL_KINDS } from "./special-files.ts";

const bytesOf = (extension: string) =>
  Buffer.from(SPECIAL_KINDS.find(({ fileName }) => fileName.endsWith(`.${extension}`))?.bytes ?? []);

test("with the usual files, every kind that has to be taken is shared", () => {
  const usual = Array.from({ length: 20 }, (_, index) => fileOfSize(5000, index).mimeType);
  const touchy = TOUCHY.map(({ mimeType }) => mimeType);
  const shared = new Set([...usual, ...touchy, ...SPECIAL_KINDS.flatMap(({ mimeTypes }) => mimeTypes)]);
  const missing = ALLOWED.filter(({ files }) => !files.some(({ mimeType }) => shared.has(mimeType)));
  expect(missing.map(({ kind }) => kind)).toEqual([]);
});

test("what has a signature is a file of its type", () => {
  expect(gunzipSync(sampleOf("packed.gz").bytes).toString()).toMatch(/^unpack me not /);
  expect(bytesOf("gif").toString("latin1")).toMatch(/^GIF89a.*;$/s);
  const webp = bytesOf("webp");
  expect(webp.toString("latin1")).toMatch(/^RIFF.{4}WEBPVP8 /s);
  expect(webp.readUInt32LE(4)).toBe(webp.length - 8);
});

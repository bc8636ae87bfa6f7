import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { pseudoRandomBytes } from "./sample-files.ts";
import { asJpeg, asJson, asPdf, asPng, asText, asXml, asZip, type FileMaker } from "./valid-files.ts";

const payload = (size: number) => pseudoRandomBytes(size, 3);
const MAKERS: readonly (readonly [string, FileMaker, string])[] = [
  ["an image/png", asPng, "89504e470d0a1a0a"],
  ["an image/jpeg", asJpeg, "ffd8ffe0|ffd8fffe"],
  ["a PDF", asPdf, "255044462d"],
  ["an archive", asZip, "504b0304"],
  ["a JSON", asJson, "7b22"],
  ["an XML", asXml, "3c3f786d6c"],
  ["a text", asText, ""],
];

test.for(MAKERS)("returns %s of each requested size, with its signature", ([, make, signature]) => {
  for (const size of [400, 401, 999, 65_535, 65_536, 131_080]) {
    const bytes = make(size, payload);
    expect(bytes?.length).toBe(size);
    const start = Buffer.from(bytes ?? []).toString("hex");
    expect(signature.split("|").some((one) => start.startsWith(one))).toBe(true);
  }
});

test.for(MAKERS.slice(0, -1))("returns null for %s if the size is too small", ([, make]) => {
  expect(make(1, payload)).toBeNull();
});

test("a PNG has its pixel, and consecutive chunks", () => {
  const bytes = Buffer.from(asPng(500, payload) ?? []);
  const chunks: [string, Buffer][] = [];
  for (let place = 8; place < bytes.length; ) {
    const length = bytes.readUInt32BE(place);
    chunks.push([bytes.toString("latin1", place + 4, place + 8), bytes.subarray(place + 8, place + 8 + length)]);
    place += length + 12;
  }
  expect(chunks.map(([name]) => name)).toEqual(["IHDR", "noIs", "IDAT", "IEND"]);
  expect([...inflateSync(chunks[2]?.[1] ?? Buffer.alloc(0))]).toEqual([0, 0]);
});

test("a PDF states the offset of its table of objects", () => {
  const text = Buffer.from(asPdf(1000, payload) ?? []).toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n*$/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe("xref");
});

test("a JSON file can be parsed", () => {
  expect(Object.keys(JSON.parse(Buffer.from(asJson(300, payload) ?? []).toString()))).toEqual(["text"]);
});

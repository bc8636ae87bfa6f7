import { crc32, deflateSync } from "node:zlib";

// Targets may inspect a file and reject one that does not match its announced type. Files of a type with a signature
// are therefore valid files of that type, with the payload where readers skip it.

/** Returns the bytes of a file of a type and size with this payload; null if the type needs more than the size. */
export type FileMaker = (size: number, payload: (size: number) => Uint8Array) => Uint8Array | null;

/** Letters, digits and line ends that replace the bytes of a payload in text. */
const TEXT_CHARACTERS = Buffer.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 \n");

/** Plain text in ASCII. */
export const asText: FileMaker = (size, payload) =>
  payload(size).map((byte) => TEXT_CHARACTERS[byte % TEXT_CHARACTERS.length] ?? 0x20);

/** Returns a maker of text between a start and an end. */
function textBetween(start: string, end: string): FileMaker {
  return (size, payload) => {
    const room = size - start.length - end.length;
    if (room < 0) return null;
    const inner = (asText(room, payload) ?? new Uint8Array()).map((byte) => (byte === 0x0a ? 0x20 : byte));
    return Buffer.concat([Buffer.from(start), inner, Buffer.from(end)]);
  };
}

/** One object with one text. */
export const asJson = textBetween('{"text":"', '"}');

/** One element with text. */
export const asXml = textBetween("<?xml version='1.0'?><a>", "</a>");

/** An image of one grey pixel. The payload is in a private chunk or, if that does not fit, after the end. */
export const asPng: FileMaker = (size, payload) => {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const header = chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
  const end = chunk("IEND", new Uint8Array());
  const start = Buffer.concat([signature, header]);
  const pixel = chunk("IDAT", deflateSync(Buffer.from([0, 0])));
  const room = size - start.length - pixel.length - end.length;
  if (room < 0) return null;
  if (room < CHUNK_OVERHEAD) return Buffer.concat([start, pixel, end, payload(room)]);
  return Buffer.concat([start, chunk("noIs", payload(room - CHUNK_OVERHEAD)), pixel, end]);
};

/** Bytes of a chunk in addition to its data. */
const CHUNK_OVERHEAD = 12;

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([bigEndian(data.length), named, bigEndian(crc32(named))]);
}

/** Returns four bytes, big-endian. */
function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

/** An image of one pixel. The payload is in comments of less than 64 KB each. */
export const asJpeg: FileMaker = (size, payload) => {
  const room = size - ONE_PIXEL_JPEG.length;
  if (room < 0) return null;
  if (room < COMMENT_OVERHEAD) return Buffer.concat([ONE_PIXEL_JPEG, payload(room)]);
  const comments: Uint8Array[] = [];
  for (let remaining = room; remaining > 0; ) {
    // What remains must be long enough for another comment.
    const max = Math.min(remaining, 65_000);
    const length = remaining - max > 0 && remaining - max < COMMENT_OVERHEAD ? max - COMMENT_OVERHEAD : max;
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(length - 2, 2);
    comments.push(head, payload(length - COMMENT_OVERHEAD));
    remaining -= length;
  }
  return Buffer.concat([ONE_PIXEL_JPEG.subarray(0, 2), ...comments, ONE_PIXEL_JPEG.subarray(2)]);
};

/** Bytes of a comment in addition to its text. */
const COMMENT_OVERHEAD = 4;

/** A baseline image of one grey pixel. */
const ONE_PIXEL_JPEG = Buffer.concat([
  Buffer.from("ffd8ffe000104a46494600010101004800480000", "hex"),
  Buffer.from("ffdb004300", "hex"),
  Buffer.alloc(64, 1),
  Buffer.from("ffc0000b080001000101011100", "hex"),
  // One code in each table: no difference from the previous pixel.
  ...["00", "10"].map((table) => Buffer.from(`ffc40014${table}01${"00".repeat(16)}`, "hex")),
  Buffer.from("ffda0008010100003f003fffd9", "hex"),
]);

/** A document of one empty page. The payload is a stream that nothing refers to. */
export const asPdf: FileMaker = (size, payload) => {
  let room = size;
  for (let attempt = 0; attempt < 10 && room >= 0; attempt += 1) {
    const length = pdf(new Uint8Array(room)).length;
    // A number that gets a digit more or less may leave some bytes over.
    if (length <= size && size - length < 8) {
      return Buffer.concat([pdf(payload(room)), Buffer.from("\n".repeat(size - length))]);
    }
    room -= length - size;
  }
  return null;
};

function pdf(stream: Uint8Array): Buffer {
  const objects = [
    Buffer.from("<</Type/Catalog/Pages 2 0 R>>"),
    Buffer.from("<</Type/Pages/Kids[3 0 R]/Count 1>>"),
    Buffer.from("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"),
    Buffer.concat([Buffer.from(`<</Length ${stream.length}>>stream\n`), stream, Buffer.from("\nendstream")]),
  ];
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const places: number[] = [];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [index, body] of objects.entries()) {
    places.push(length());
    parts.push(Buffer.from(`${index + 1} 0 obj`), body, Buffer.from("endobj\n"));
  }
  const entries = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  const start = length();
  parts.push(Buffer.from(`${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`));
  return Buffer.concat(parts);
}

/** An archive of one entry, which is the payload, stored. */
export const asZip: FileMaker = (size, payload) => {
  const name = Buffer.from("a");
  const room = size - 30 - 46 - 22 - 2 * name.length;
  if (room < 0) return null;
  const data = payload(room);
  const header = Buffer.alloc(26);
  // Version 2.0, stored, on the first of January 1980.
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x21, 8);
  header.writeUInt32LE(crc32(data), 10);
  header.writeUInt32LE(room, 14);
  header.writeUInt32LE(room, 18);
  header.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), header, name, data]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), header, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
};

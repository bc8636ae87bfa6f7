import { crc32, deflateSync } from "node:zlib";

// Targets may inspect a file and reject one that does not match its announced type. Files of a type with a signature
// are therefore valid files of that type, with the payload where readers skip it.

/** Makes a file of a type with this payload; null if the type needs more than the size. */
export type Maker = (size: number, payload: (size: number) => Uint8Array) => Uint8Array | null;

/** Letters, digits and line ends that replace the bytes of a payload in text. */
const TEXT = Buffer.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 \n");

/** Plain text in ASCII. */
export const asText: Maker = (size, payload) => payload(size).map((byte) => TEXT[byte % TEXT.length] ?? 0x20);

/** Returns a maker of text between a start and an end. */
function wrapped(start: string, end: string): Maker {
  return (size, payload) => {
    const room = size - start.length - end.length;
    if (room < 0) return null;
    const inner = (asText(room, payload) ?? new Uint8Array()).map((byte) => (byte === 0x0a ? 0x20 : byte));
    return Buffer.concat([Buffer.from(start), inner, Buffer.from(end)]);
  };
}

/** One object with one text. */
export const asJson = wrapped('{"text":"', '"}');

/** One element with text. */
export const asXml = wrapped("<?xml version='1.0'?><a>", "</a>");

/** An image of one grey pixel. The payload is in a private chunk or, if that does not fit, after the end. */
export const asPng: Maker = (size, payload) => {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const header = chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
  const end = chunk("IEND", new Uint8Array());
  const start = Buffer.concat([signature, header]);
  const point = chunk("IDAT", deflateSync(Buffer.from([0, 0])));
  const room = size - start.length - point.length - end.length;
  if (room < 0) return null;
  if (room < CHUNK) return Buffer.concat([start, point, end, payload(room)]);
  return Buffer.concat([start, chunk("noIs", payload(room - CHUNK)), point, end]);
};

/** Bytes of a chunk in addition to its data. */
const CHUNK = 12;

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([number(data.length), named, number(crc32(named))]);
}

/** Returns four bytes, big-endian. */
function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

/** An image of one pixel. The payload is in comments of less than 64 KB each. */
export const asJpeg: Maker = (size, payload) => {
  const room = size - POINT.length;
  if (room < 0) return null;
  if (room < COMMENT) return Buffer.concat([POINT, payload(room)]);
  const comments: Uint8Array[] = [];
  for (let left = room; left > 0; ) {
    // The rest must be long enough for another comment.
    const most = Math.min(left, 65_000);
    const length = left - most > 0 && left - most < COMMENT ? most - COMMENT : most;
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(length - 2, 2);
    comments.push(head, payload(length - COMMENT));
    left -= length;
  }
  return Buffer.concat([POINT.subarray(0, 2), ...comments, POINT.subarray(2)]);
};

/** Bytes of a comment in addition to its text. */
const COMMENT = 4;

/** A baseline image of one grey pixel. */
const POINT = Buffer.concat([
  Buffer.from("ffd8ffe000104a46494600010101004800480000", "hex"),
  Buffer.from("ffdb004300", "hex"),
  Buffer.alloc(64, 1),
  Buffer.from("ffc0000b080001000101011100", "hex"),
  // One code in each table: no difference from the previous pixel.
  ...["00", "10"].map((table) => Buffer.from(`ffc40014${table}01${"00".repeat(16)}`, "hex")),
  Buffer.from("ffda0008010100003f003fffd9", "hex"),
]);

/** A document of one empty page. The payload is a stream that nothing refers to. */
export const asPdf: Maker = (size, payload) => {
  let room = size;
  for (let turn = 0; turn < 10 && room >= 0; turn += 1) {
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
export const asZip: Maker = (size, payload) => {
  const name = Buffer.from("a");
  const room = size - 30 - 46 - 22 - 2 * name.length;
  if (room < 0) return null;
  const data = payload(room);
  const facts = Buffer.alloc(26);
  // Version 2.0, stored, on the first of January 1980.
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(0x21, 8);
  facts.writeUInt32LE(crc32(data), 10);
  facts.writeUInt32LE(room, 14);
  facts.writeUInt32LE(room, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, name, data]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
};

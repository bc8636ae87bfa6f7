import { createHash, randomBytes } from "node:crypto";

/** A source of randomness: the same seed gives the same numbers. */
export interface Random {
  /** Returns the next integer from 0 to 2^32 - 1. */
  uint32(): number;
  /** Returns the next number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
  /** Returns the next `length` bytes in hexadecimal. */
  hex(length: number): string;
  /** Returns to its start. */
  restart(): void;
  /** Returns its state: four numbers for {@link Random.resume}. */
  state(): readonly number[];
  /** Continues from the state of another one. */
  resume(state: readonly number[]): void;
}

/** Returns true for a result of {@link Random.state}. */
export function isRandomState(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((part) => Number.isInteger(part));
}

/** Every byte in hexadecimal. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Creates a generator (sfc32) from a seed; without one it starts from the system's randomness. */
export function createRandom(seed?: number | string): Random {
  const start = seed === undefined ? randomBytes(16) : createHash("sha256").update(String(seed)).digest();
  let [a, b, c, counter] = [0, 0, 0, 0];
  const uint32 = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  const restart = () => {
    [a, b, c, counter] = [0, 4, 8, 12].map((offset) => start.readUInt32LE(offset)) as [number, number, number, number];
    for (let warmUp = 0; warmUp < 12; warmUp++) uint32();
  };
  restart();
  const word = () => {
    const bits = uint32();
    return `${BYTES[bits >>> 24]}${BYTES[(bits >>> 16) & 255]}${BYTES[(bits >>> 8) & 255]}${BYTES[bits & 255]}`;
  };
  return {
    uint32,
    fraction: () => uint32() / 4294967296,
    hex: (length) => {
      let text = "";
      while (text.length < length * 2) text += word();
      return text.slice(0, length * 2);
    },
    restart,
    state: () => [a, b, c, counter],
    resume: (state) => {
      [a, b, c, counter] = [0, 1, 2, 3].map((place) => (state[place] ?? 0) | 0) as [number, number, number, number];
    },
  };
}

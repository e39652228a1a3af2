// Decodes the rows of a reply: the driver's decoder takes twice as long, which was an eighth of the CPU time of long lists.
import { BSON } from 'mongodb';

type Row = Readonly<Record<string, unknown>>;

/** The types of nearly all values, by their numbers in BSON. */
const bsonTypes = { double: 1, string: 2, object: 3, array: 4, boolean: 8, date: 9, null: 10, int32: 16, int64: 18 };

/** Thrown if the row has something that only the driver decodes. One object for all, because a stack costs time. */
const notPlain = new Error('Only the driver decodes this row');

/** Keys by the hash of their bytes. One of the same hash replaces another, so there are at most 4,096. */
const knownKeys: (string | undefined)[] = [];
const knownKeysMask = 0xfff;

/** Longer keys come from JSON attributes. */
const maxKnownLength = 64;

/** Up to this length, a text is decoded faster byte by byte than by Node. */
const shortText = 12;

const twoTo32 = 2 ** 32;

/** Reads the values of one row, in their order. */
class RowReader {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  document(): Row {
    this.at += 4; // its length
    const document: Record<string, unknown> = {};
    for (let type = this.byte(); type !== 0; type = this.byte()) {
      const key = this.key();
      document[key] = this.value(type);
    }
    return document;
  }

  private list(): readonly unknown[] {
    this.at += 4; // its length
    const list: unknown[] = [];
    for (let type = this.byte(); type !== 0; type = this.byte()) {
      this.at = this.endOfKey() + 1;
      list.push(this.value(type));
    }
    return list;
  }

  private value(type: number): unknown {
    switch (type) {
      case bsonTypes.string:
        return this.text();
      case bsonTypes.object:
        return this.document();
      case bsonTypes.array:
        return this.list();
      case bsonTypes.int32:
        return this.int32();
      case bsonTypes.date:
        return new Date(this.int64());
      case bsonTypes.double:
        this.at += 8;
        return this.bytes.readDoubleLE(this.at - 8);
      case bsonTypes.boolean:
        return this.byte() === 1;
      case bsonTypes.null:
        return null;
      case bsonTypes.int64: {
        const number = this.int64();
        if (!Number.isSafeInteger(number)) throw notPlain;
        return number;
      }
      default:
        throw notPlain;
    }
  }

  private byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw notPlain; // the driver's decoder says what is wrong
    return byte;
  }

  private int32(): number {
    this.at += 4;
    return this.bytes.readInt32LE(this.at - 4);
  }

  private int64(): number {
    const low = this.int32() >>> 0;
    return this.int32() * twoTo32 + low;
  }

  private text(): string {
    const start = this.at + 4;
    this.at = start + this.bytes.readInt32LE(this.at);
    const end = this.at - 1;
    if (end - start > shortText) return this.bytes.toString('utf8', start, end);
    let text = '';
    for (let index = start; index < end; index++) {
      const byte = this.bytes[index] ?? 0;
      if (byte > 127) return this.bytes.toString('utf8', start, end);
      text += String.fromCharCode(byte);
    }
    return text;
  }

  private endOfKey(): number {
    let end = this.at;
    while ((this.bytes[end] ?? 0) !== 0) end++;
    return end;
  }

  private key(): string {
    const start = this.at;
    let hash = 0;
    let end = start;
    for (let byte = this.bytes[end] ?? 0; byte !== 0; byte = this.bytes[++end] ?? 0) hash = (hash * 31 + byte) | 0;
    this.at = end + 1;
    const slot = (hash ^ (hash >>> 12)) & knownKeysMask;
    const known = knownKeys[slot];
    if (known?.length === end - start && this.isTextAt(known, start)) return known;
    const key = this.bytes.toString('utf8', start, end);
    // The driver's decoder knows what these keys mean.
    if (key.startsWith('$') || key === '__proto__') throw notPlain;
    const isAscii = key.length === end - start;
    if (isAscii && key.length <= maxKnownLength) knownKeys[slot] = key;
    return key;
  }

  private isTextAt(ascii: string, start: number): boolean {
    for (let index = 0; index < ascii.length; index++)
      if (ascii.charCodeAt(index) !== this.bytes[start + index]) return false;
    return true;
  }
}

/** Lectern stores only valid texts; in any other the characters are replaced, as in `RowReader`. */
const driverOptions = { validation: { utf8: false } };

/** @returns the row as the driver decodes it with its default options */
export const decodeRow = (bytes: Buffer): Row => {
  try {
    return new RowReader(bytes).document();
  } catch (error) {
    if (error !== notPlain) throw error;
    return BSON.deserialize(bytes, driverOptions);
  }
};

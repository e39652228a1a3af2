// Reads a picture file at any position, and lists its parts that are kept.
import type { FileHandle } from 'node:fs/promises';

const windowBytes = 65_536;

export class ByteReader {
  readonly size: number;
  private readonly handle: Pick<FileHandle, 'read'>;
  private window = Buffer.alloc(0);
  private start = 0;

  /** @param size of the file, in bytes */
  constructor(handle: Pick<FileHandle, 'read'>, size: number) {
    this.handle = handle;
    this.size = size;
  }

  /** @returns that many bytes from this position; fewer at the end of the file */
  async bytes(at: number, length: number): Promise<Buffer> {
    if (at < this.start || at + length > this.start + this.window.length) {
      const buffer = Buffer.alloc(Math.max(length, windowBytes));
      const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, at);
      [this.window, this.start] = [buffer.subarray(0, bytesRead), at];
    }
    return this.window.subarray(at - this.start, at - this.start + length);
  }

  /** @returns the byte at this position; -1 after the end of the file */
  async byte(at: number): Promise<number> {
    return (await this.bytes(at, 1))[0] ?? -1;
  }

  /** @returns the position of the next 0xff before a byte that is wanted; the size of the file if there is none */
  async findPair(from: number, isWanted: (second: number) => boolean): Promise<number> {
    for (let at = from; at + 1 < this.size; at = this.start + this.window.length - 1) {
      // Two bytes are enough to load the window, which is then searched to its end.
      if ((await this.bytes(at, 2)).length < 2) break;
      const { window, start } = this;
      for (let found = window.indexOf(0xff, at - start); found !== -1; found = window.indexOf(0xff, found + 1))
        if (isWanted(window[found + 1] ?? -1)) return start + found;
    }
    return this.size;
  }
}

/** A range of the file from `start` up to but not including `end`, or bytes that replace a range. */
export type Part = { readonly start: number; readonly end: number } | Buffer;

/** Pictures have a few dozen parts. A file with more was made to keep the process busy. */
const maxParts = 1_000;

/** A list of parts that merges adjacent ranges. */
export class Parts {
  readonly list: Part[] = [];

  get isTooLong(): boolean {
    return this.list.length > maxParts;
  }

  keep(start: number, end: number): void {
    const last = this.list.at(-1);
    if (last !== undefined && !Buffer.isBuffer(last) && last.end === start)
      this.list[this.list.length - 1] = { ...last, end };
    else this.list.push({ start, end });
  }

  replace(bytes: Buffer): void {
    this.list.push(bytes);
  }
}

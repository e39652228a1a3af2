// The parts of a picture file that are kept.

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

// What is kept of a picture's file.

/** Bytes of the file from `start` to before `end`, or bytes in their place. */
export type Part = { readonly start: number; readonly end: number } | Buffer;

/** A picture has some dozens; a file with more was made to keep the process busy. */
export const maxParts = 1_000;

/** A list of parts, where ranges side by side become one. */
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

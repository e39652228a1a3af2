// Lets file-type read a source in a limited number of blocks, because each block may be a request to a bucket.
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3';
import type { Source } from './source.ts';

/** The type of a file needs only a few places in it. Reading stops after this many blocks. */
const maxBlocks = 100;

class SourceTokenizer extends AbstractTokenizer {
  readonly fileInfo: { readonly size: number };
  private readonly source: Source;
  /** The two cached blocks, the first and the last one read. Other blocks are rarely read twice. */
  private readonly head: Buffer;
  private last: { readonly start: number; readonly bytes: Buffer };
  private fetched = 0;

  constructor(source: Source, head: Buffer) {
    super();
    this.source = source;
    this.fileInfo = { size: source.bytes };
    this.head = head;
    this.last = { start: 0, bytes: head };
  }

  supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  async readBuffer(into: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position } = this.normalizeOptions(into, options);
    const length = await this.peekBuffer(into, options);
    this.position = position + length;
    return length;
  }

  async peekBuffer(into: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { length, position, mayBeLess } = this.normalizeOptions(into, options);
    const available = Math.max(0, Math.min(length, this.fileInfo.size - position));
    if (available < length && mayBeLess !== true) throw new EndOfStreamError();
    for (let done = 0; done < available;) {
      const { start, bytes } = await this.blockAt(position + done);
      const part = bytes.subarray(position + done - start, position + available - start);
      if (part.length === 0) throw new EndOfStreamError();
      into.set(part, done);
      done += part.length;
    }
    return available;
  }

  private async blockAt(position: number): Promise<{ readonly start: number; readonly bytes: Buffer }> {
    const size = this.head.length;
    const start = position - (position % size);
    if (start === 0) return { start, bytes: this.head };
    if (start === this.last.start) return this.last;
    this.fetched += 1;
    if (this.fetched > maxBlocks) throw new EndOfStreamError();
    this.last = { start, bytes: await this.source.read(start, size) };
    return this.last;
  }
}

/** @param head the beginning of the source, not empty; blocks have the same size */
export const tokenizerOf = (source: Source, head: Buffer): AbstractTokenizer => new SourceTokenizer(source, head);

// Allocates integer ids in blocks, outside of transactions, so that writers never wait for one another.
import type { Db } from 'mongodb';
import { collections } from './names.ts';

const block = 100;

interface Sequence {
  readonly _id: string;
  readonly last: number;
}

/** Allocates the integers of named sequences. Each integer is used once, across all processes. */
export class Sequences {
  private readonly db: () => Promise<Db>;
  private readonly left = new Map<string, { next: number; end: number }>();
  private readonly drawing = new Map<string, Promise<void>>();

  constructor(db: () => Promise<Db>) {
    this.db = db;
  }

  /** @returns the next integer of the sequence, from 1 */
  async next(name: string): Promise<number> {
    for (;;) {
      const range = this.left.get(name);
      if (range !== undefined && range.next < range.end) return range.next++;
      // Concurrent calls that find the block empty share one draw.
      let drawing = this.drawing.get(name);
      if (drawing === undefined) {
        drawing = this.draw(name).finally(() => this.drawing.delete(name));
        this.drawing.set(name, drawing);
      }
      await drawing;
    }
  }

  private async draw(name: string): Promise<void> {
    const db = await this.db();
    const drawn = await db
      .collection<Sequence>(collections.sequences)
      .findOneAndUpdate({ _id: name }, { $inc: { last: block } }, { upsert: true, returnDocument: 'after' });
    const last = drawn?.last ?? block;
    this.left.set(name, { next: last - block + 1, end: last + 1 });
  }
}

// Allocates integer ids in blocks, outside of transactions, so that writers never wait for one another.
import type { Db } from 'mongodb';
import { collections } from './collections.ts';

const blockSize = 100;

interface Sequence {
  readonly _id: string;
  readonly last: number;
}

/** Allocates the integers of named sequences. Each integer is used once, across all processes. */
export class Sequences {
  private readonly db: () => Promise<Db>;
  private readonly ranges = new Map<string, { next: number; end: number }>();
  private readonly pendingDraws = new Map<string, Promise<void>>();

  constructor(db: () => Promise<Db>) {
    this.db = db;
  }

  /** @returns the next integer of the sequence, from 1 */
  async next(name: string): Promise<number> {
    for (;;) {
      const range = this.ranges.get(name);
      if (range !== undefined && range.next < range.end) return range.next++;
      // Concurrent calls that find the block empty share one draw.
      let drawing = this.pendingDraws.get(name);
      if (drawing === undefined) {
        drawing = this.drawBlock(name, blockSize).finally(() => this.pendingDraws.delete(name));
        this.pendingDraws.set(name, drawing);
      }
      await drawing;
    }
  }

  /** Draws as many integers as the next calls of `next` need, in one step. Concurrent calls may use some of them. */
  async reserve(name: string, count: number): Promise<void> {
    const { next, end } = this.ranges.get(name) ?? { next: 0, end: 0 };
    if (end - next < count) await this.drawBlock(name, Math.max(blockSize, count - (end - next)));
  }

  private async drawBlock(name: string, size: number): Promise<void> {
    const db = await this.db();
    const drawn = await db
      .collection<Sequence>(collections.sequences)
      .findOneAndUpdate({ _id: name }, { $inc: { last: size } }, { upsert: true, returnDocument: 'after' });
    const end = (drawn?.last ?? size) + 1;
    const rest = this.ranges.get(name);
    // If another process drew a block in between, the rest of the old block is lost.
    this.ranges.set(name, { next: rest?.end === end - size ? rest.next : end - size, end });
  }
}

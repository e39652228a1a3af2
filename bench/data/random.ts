// Seeded random numbers, so that every run has the same documents and requests.

/** Generates numbers from 0 to below 1, the same for the same seed (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    // Neighbouring seeds give unrelated numbers.
    this.state = Math.imul(seed + 1, 0x9e3779b1);
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T; // the list is not empty
  }
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A documentId, 24 characters a-z0-9, the same for the same kind and index. */
export const documentIdOf = (kind: 'article' | 'author' | 'category', index: number): string => {
  const random = new Random(index * 3 + ['article', 'author', 'category'].indexOf(kind));
  const rest = Array.from({ length: 16 }, () => alphabet.charAt(random.below(alphabet.length))).join('');
  // The index makes the id unique.
  return `${kind.charAt(0)}${rest}${index.toString(36).padStart(7, '0')}`;
};

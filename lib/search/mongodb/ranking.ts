// Ranks hits, without sorting those that nobody reads.

/** Hits as columns, because there may be many. */
export interface HitColumns {
  /** Which of the partitions. */
  readonly partitions: Uint16Array;
  readonly ordinals: Uint32Array;
  /** Sums that are exact in 32 bits. */
  readonly scores: Float32Array;
}

/**
 * Hits by rank: the highest score first; of equal scores the first partition, and in it the highest ordinal, which was indexed
 * last. Ordinals of two partitions are not compared: they grow with documents that the caller may not read.
 */
export class Ranking {
  readonly columns: HitColumns;
  /** The places of the hits in the columns; the first `sorted` of them are in their order, and rank before all others. */
  private readonly places: Uint32Array;
  private sorted = 0;
  private end: number;

  constructor(columns: HitColumns) {
    this.columns = columns;
    this.end = columns.ordinals.length;
    this.places = new Uint32Array(this.end);
    for (let place = 0; place < this.end; place++) this.places[place] = place;
  }

  /** How many bytes it takes. */
  get bytes(): number {
    const { partitions, ordinals, scores } = this.columns;
    return partitions.byteLength + ordinals.byteLength + scores.byteLength + this.places.byteLength;
  }

  /** @returns the places in the columns of the hits from this rank on */
  slice(start: number, count: number): Uint32Array {
    const end = Math.min(start + count, this.end);
    if (end > this.sorted) {
      // Twice as many as needed, so that reading all pages is not quadratic.
      const target = Math.min(this.end, Math.max(end, this.sorted * 2));
      this.select(this.sorted, this.end, target);
      this.places.subarray(this.sorted, target).sort((one, other) => this.compare(one, other));
      this.sorted = target;
    }
    return this.places.slice(Math.min(start, end), end);
  }

  /** Removes hits that are among the sorted ones. */
  remove(places: ReadonlySet<number>): void {
    let to = 0;
    for (let from = 0; from < this.end; from++) {
      const place = this.places[from] ?? 0;
      if (from < this.sorted && places.has(place)) continue;
      this.places[to++] = place;
    }
    this.sorted -= this.end - to;
    this.end = to;
  }

  private compare(one: number, other: number): number {
    const { scores, ordinals, partitions } = this.columns;
    return (
      (scores[other] ?? 0) - (scores[one] ?? 0) ||
      (partitions[one] ?? 0) - (partitions[other] ?? 0) ||
      (ordinals[other] ?? 0) - (ordinals[one] ?? 0)
    );
  }

  /** Moves the places that rank before `target` to the front of the range (Hoare's quickselect). */
  private select(start: number, end: number, target: number): void {
    const { places } = this;
    let [low, high] = [start, end - 1];
    while (low < high && target > low && target <= high) {
      const pivot = places[(low + high) >>> 1] ?? 0;
      let [left, right] = [low, high];
      while (left <= right) {
        while (this.compare(places[left] ?? 0, pivot) < 0) left++;
        while (this.compare(places[right] ?? 0, pivot) > 0) right--;
        if (left > right) break;
        const moved = places[left] ?? 0;
        places[left++] = places[right] ?? 0;
        places[right--] = moved;
      }
      if (target <= right) high = right;
      else if (target > left) low = left;
      else return;
    }
  }
}

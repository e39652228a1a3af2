// Bounds the bytes that the server holds of request bodies that have not arrived as a whole.

/** Something that holds bytes. */
export interface BufferHolder {
  /** Called when the budget takes its bytes away: it must drop them. */
  readonly evict: () => void;
}

/**
 * Counts received bytes, not announced ones, so that nobody reserves memory by a header. When there are too many, the body
 * that has waited longest for its next byte is evicted: a client that stalls must not keep others out.
 */
export class BufferBudget {
  private readonly maxBytes: number;
  /** The holder that has waited longest for a byte comes first. */
  private readonly sizes = new Map<BufferHolder, number>();
  private total = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The bytes that are held now. */
  get heldBytes(): number {
    return this.total;
  }

  /**
   * Says how many bytes a body holds that has just received some. Others are evicted until all fit, or this one is alone.
   *
   * @param bytes all that it holds, not only the new ones
   */
  hold(holder: BufferHolder, bytes: number): void {
    this.release(holder);
    this.sizes.set(holder, bytes);
    this.total += bytes;
    for (const stalled of this.sizes.keys()) {
      if (this.total <= this.maxBytes || stalled === holder) return;
      this.release(stalled);
      stalled.evict();
    }
  }

  /** Says that a body holds nothing any more: it is complete, or was given up. */
  release(holder: BufferHolder): void {
    this.total -= this.sizes.get(holder) ?? 0;
    this.sizes.delete(holder);
  }
}

// Bounds the bytes that the server holds of request bodies that have not arrived completely.

/** A body whose received bytes are in memory. */
export interface BufferedBody {
  /** The network that sends it. */
  readonly sender: string;
  /** Called when the budget takes its bytes away: it must drop them. */
  readonly evict: () => void;
}

interface Size {
  readonly bytes: number;
  readonly heldSince: number;
}

/** The bodies of one network, the oldest first. */
interface Sender {
  readonly sizes: Map<BufferedBody, Size>;
  bytes: number;
}

/** A body that is older may be evicted for one that has just begun. */
const patienceMs = 5_000;

/**
 * Counts received bytes, not announced ones, so that nobody reserves memory by a header. Beyond the limit it evicts a body
 * of the network that holds most: the oldest if it has had five seconds, so that stalled bodies make room; otherwise the
 * newest, because the memory of evicted bodies is not free before the garbage collector runs.
 */
export class BufferBudget {
  private readonly maxBytes: number;
  private readonly now: () => number;
  private readonly senders = new Map<string, Sender>();
  private total = 0;

  /** @param now a clock in milliseconds */
  constructor(maxBytes: number, now: () => number = () => performance.now()) {
    this.maxBytes = maxBytes;
    this.now = now;
  }

  /** The bytes that are held now. */
  get heldBytes(): number {
    return this.total;
  }

  /**
   * Records the size of a body that has just grown. Evicts bodies, perhaps this one, until all fit or one alone is left.
   *
   * @param bytes all that are held of it, not only the new ones
   */
  hold(body: BufferedBody, bytes: number): void {
    const sender = this.senders.get(body.sender) ?? { sizes: new Map<BufferedBody, Size>(), bytes: 0 };
    this.senders.set(body.sender, sender);
    const before = sender.sizes.get(body) ?? { bytes: 0, heldSince: this.now() };
    sender.sizes.set(body, { ...before, bytes });
    sender.bytes += bytes - before.bytes;
    this.total += bytes - before.bytes;
    while (this.total > this.maxBytes) {
      const largest = this.largestSender(sender);
      if (this.senders.size === 1 && largest.sizes.size === 1) return;
      const evicted = this.evictedOf(largest) ?? body;
      this.release(evicted);
      evicted.evict();
    }
  }

  /** Forgets a body that is complete, or was given up. */
  release(body: BufferedBody): void {
    const sender = this.senders.get(body.sender);
    const size = sender?.sizes.get(body);
    if (sender === undefined || size === undefined) return;
    sender.sizes.delete(body);
    sender.bytes -= size.bytes;
    this.total -= size.bytes;
    if (sender.sizes.size === 0) this.senders.delete(body.sender);
  }

  private largestSender(first: Sender): Sender {
    let largest = first;
    for (const sender of this.senders.values()) if (sender.bytes > largest.bytes) largest = sender;
    return largest;
  }

  private evictedOf({ sizes }: Sender): BufferedBody | undefined {
    const [oldest] = sizes;
    if (oldest !== undefined && oldest[1].heldSince <= this.now() - patienceMs) return oldest[0];
    return [...sizes.keys()].at(-1);
  }
}

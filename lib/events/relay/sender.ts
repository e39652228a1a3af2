// Makes the calls of one receiver, for several documents at a time. A receiver that does not answer delays only its
// own calls.
import type { Subscription } from '../webhooks/index.ts';
import { findDueDocuments, deliverInOrder } from './deliverInOrder.ts';
import type { DeliveryContext } from './deliveryContext.ts';
import { isDebounceDue, deliverDebounced } from './debounce.ts';

/** Stands for all documents, for a webhook with `debounce`. */
const allDocuments = '';

export class Sender {
  private readonly context: DeliveryContext;
  /** The calls in progress, by document. */
  private readonly inProgress = new Map<string, Promise<void>>();
  private lastScan: Promise<void> = Promise.resolve();

  constructor(sending: DeliveryContext) {
    this.context = sending;
  }

  /**
   * Starts the calls that are due, up to the limit of parallel documents. Throws MongoError when the database does
   * not answer.
   */
  startDue(receiver: Subscription): Promise<void> {
    const looking = this.lastScan.then(() => this.startCalls(receiver));
    this.lastScan = looking.catch(() => undefined);
    return looking;
  }

  /** Resolves when no call is in progress. */
  async whenIdle(): Promise<void> {
    for (;;) {
      await this.lastScan;
      if (this.inProgress.size === 0) return;
      await Promise.all(this.inProgress.values());
    }
  }

  private async startCalls(receiver: Subscription): Promise<void> {
    const { context, inProgress } = this;
    const { _id, debounce } = receiver;
    // Switches between debounced and single delivery only when no call is in progress.
    if (inProgress.has(allDocuments) || (debounce > 0 && inProgress.size > 0)) return;
    if (debounce > 0) {
      if (context.mayCall() && (await isDebounceDue(context, receiver)))
        this.track(allDocuments, receiver, deliverDebounced(context, _id));
      return;
    }
    for (;;) {
      const room = context.settings.maxParallelDocuments - inProgress.size;
      if (room <= 0 || !context.mayCall()) return;
      const due = await findDueDocuments(context, _id, inProgress.keys(), room);
      if (due.length === 0) return;
      for (const about of due) this.track(about, receiver, deliverInOrder(context, _id, about));
    }
  }

  private track(about: string, receiver: Subscription, deliveries: Promise<void>): void {
    const settled = deliveries
      .then(
        () => true,
        (error: unknown) => {
          // The next round tries again.
          console.error(
            JSON.stringify({ level: 'error', message: 'receivers cannot be called', error: String(error) }),
          );
          return false;
        },
      )
      .then((goesOn) => {
        this.inProgress.delete(about);
        if (goesOn && this.context.mayCall()) this.startDue(receiver).catch(() => undefined);
      });
    this.inProgress.set(about, settled);
  }
}

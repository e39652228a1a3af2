// Makes the calls of one webhook, for several documents at a time. A receiver that does not answer delays only its
// own calls.
import type { Webhook } from '../webhooks/index.ts';
import { dueOf, tellInOrder } from './inOrder.ts';
import type { Sending } from './sending.ts';
import { isDue, tellTogether } from './debounce.ts';

/** Stands for all documents, for a webhook with `debounce`. */
const everything = '';

export class Sender {
  private readonly sending: Sending;
  /** The calls in progress, by document. */
  private readonly busy = new Map<string, Promise<void>>();
  private looking: Promise<void> = Promise.resolve();

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * Starts the calls that are due, up to the limit of parallel documents. Throws MongoError when the database does
   * not answer.
   */
  look(webhook: Webhook): Promise<void> {
    const looking = this.looking.then(() => this.fill(webhook));
    this.looking = looking.catch(() => undefined);
    return looking;
  }

  /** Resolves when no call is in progress. */
  async idle(): Promise<void> {
    for (;;) {
      await this.looking;
      if (this.busy.size === 0) return;
      await Promise.all(this.busy.values());
    }
  }

  private async fill(webhook: Webhook): Promise<void> {
    const { sending, busy } = this;
    const { _id, debounce } = webhook;
    // Switches between debounced and single delivery only when no call is in progress.
    if (busy.has(everything) || (debounce > 0 && busy.size > 0)) return;
    if (debounce > 0) {
      if (sending.goesOn() && (await isDue(sending, webhook)))
        this.begin(everything, webhook, tellTogether(sending, _id));
      return;
    }
    for (;;) {
      const room = sending.settings.lanes - busy.size;
      if (room <= 0 || !sending.goesOn()) return;
      const due = await dueOf(sending, _id, busy.keys(), room);
      if (due.length === 0) return;
      for (const about of due) this.begin(about, webhook, tellInOrder(sending, _id, about));
    }
  }

  private begin(about: string, webhook: Webhook, telling: Promise<void>): void {
    const told = telling
      .then(
        () => true,
        (error: unknown) => {
          // The next round tries again.
          console.error(JSON.stringify({ level: 'error', message: 'webhooks cannot be called', error: String(error) }));
          return false;
        },
      )
      .then((goesOn) => {
        this.busy.delete(about);
        if (goesOn && this.sending.goesOn()) this.look(webhook).catch(() => undefined);
      });
    this.busy.set(about, told);
  }
}

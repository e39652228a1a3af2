// Makes the calls of one receiver, for several documents at a time. A receiver that does not answer delays only its
// own calls.
import { isKept } from '../../platform/isKept.ts';
import { errorDetails, writeLog } from '../../platform/log.ts';
import {
  storedPayload,
  type CallOutcome,
  type Delivery,
  type ReceiverId,
  type Subscription,
} from '../webhooks/index.ts';
import {
  deliveriesOf,
  recordOutcome,
  retryDelayMs,
  waitingState,
  type DeliveryContext,
  type SendingContext,
} from './deliveryContext.ts';
import { isDebounceDue, deliverDebounced } from './debounce.ts';
import { currentReceiver, type Receiver, type ReceiverCall } from './receiver.ts';

/** How many due deliveries are read to find their documents. */
const scanLimit = 100;

/**
 * Returns documents with due deliveries for a receiver. The first delivery of such a document may not be due yet.
 *
 * @param busy documents to leave out
 * @param most the maximum number of documents
 */
const findDueDocuments = async (
  sending: DeliveryContext,
  webhook: ReceiverId,
  busy: Iterable<string>,
  most: number,
): Promise<readonly string[]> => {
  const due = await (
    await deliveriesOf(sending)
  )
    .find({ webhook, ...waitingState, due: { $lte: sending.service.now() }, about: { $nin: [...busy] } })
    .project<Pick<Delivery, 'about'>>({ _id: 0, about: 1 })
    .sort({ due: 1, place: 1 })
    .limit(scanLimit)
    .toArray();
  return [...new Set(due.map(({ about }) => about))].slice(0, most);
};

/**
 * Calls a receiver for one document until no delivery of it is due. It reads the first delivery again before every
 * call, so a retry keeps its place before later events.
 *
 * @throws MongoError when the database does not answer; a call in progress is then made again later
 */
const deliverInOrder = async (sending: SendingContext, _id: ReceiverId, about: string): Promise<void> => {
  const { service, call, mayCall } = sending;
  const deliveries = await deliveriesOf(sending);
  const waitingFilter = { webhook: _id, ...waitingState, about };
  for (;;) {
    const [receiver, first] = await Promise.all([
      currentReceiver(sending, _id),
      deliveries.findOne(waitingFilter, { sort: { place: 1 } }),
    ]);
    if (receiver === undefined || receiver.debounce > 0 || first === null) return;
    if (first.due > service.now()) {
      await deliveries.updateMany({ ...waitingFilter, due: { $lt: first.due } }, { $set: { due: first.due } });
      return;
    }
    // Checked directly before the call: the lease must last until the call ends.
    if (!mayCall()) return;
    const { depth = 0 } = first;
    const payload = storedPayload(first);
    const outcome = await call(receiver, { id: first._id, payload, depth });
    await recordOutcome(sending, _id, [first], first.attempts + 1, outcome);
  }
};

/** The longest time without a call of a receiver that does not answer. */
const maxRestMs = 60_000;

/** Stands for all documents, for a webhook with `debounce`. */
const allDocuments = '';

export class Sender {
  private readonly context: SendingContext;
  /** The calls in progress, by document. */
  private readonly inProgress = new Map<string, Promise<void>>();
  private lastScan: Promise<void> = Promise.resolve();
  /** How often the receiver was called in vain since its last answer. */
  private failures = 0;
  /** How often it has answered. */
  private answers = 0;
  /** Until then it is not called. */
  private restsUntil = new Date(0);

  constructor(sending: DeliveryContext) {
    this.context = {
      ...sending,
      mayCall: () => sending.mayCall() && !this.restsAt(sending.service.now()),
      call: (receiver, call) => this.call(receiver, call),
      isDown: () => this.failures > 1,
    };
  }

  /** Whether the receiver did not answer, and is not called before this time. */
  restsAt(time: Date): boolean {
    return isKept(this.restsUntil.getTime(), time.getTime(), maxRestMs);
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
      // One call finds out whether the receiver answers again.
      const room = (this.failures > 0 ? 1 : context.settings.maxParallelDocuments) - inProgress.size;
      if (room <= 0 || !context.mayCall()) return;
      const due = await findDueDocuments(context, _id, inProgress.keys(), room);
      if (due.length === 0) return;
      for (const about of due) this.track(about, receiver, deliverInOrder(context, _id, about));
    }
  }

  /** If the receiver has answered others since a call began, only that event is at fault. Calls that fail together count once. */
  private async call(receiver: Receiver, call: ReceiverCall): Promise<CallOutcome> {
    const { service, settings } = this.context;
    const { answers } = this;
    const outcome = await receiver.call(call, settings.callMs);
    const now = service.now();
    if (outcome.isReceiverDown !== true) [this.failures, this.answers] = [0, this.answers + 1];
    else if (this.answers === answers && !this.restsAt(now)) {
      this.failures++;
      this.restsUntil = new Date(now.getTime() + retryDelayMs(this.failures, settings.random(), maxRestMs));
    }
    return outcome;
  }

  private track(about: string, receiver: Subscription, deliveries: Promise<void>): void {
    const settled = deliveries
      .then(
        () => true,
        (error: unknown) => {
          // The next round tries again.
          writeLog('error', { message: 'receivers cannot be called', error: errorDetails(error) });
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

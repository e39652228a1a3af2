// The relay: dispatches events and calls webhooks while this process holds the lease. Only one process has it at a
// time.
import type { Service } from '../../platform/service.ts';
import { deliveriesCollection, webhooksCollection, type Webhook } from '../webhooks/index.ts';
import { dispatchEvents } from './dispatch.ts';
import { Lease, LeaseLost } from './lease.ts';
import { WebhookSender } from './sender.ts';
import { TotalsKeeper } from './totalsKeeper.ts';
import { waitingState, type DeliveryContext, type RelayCounts } from './deliveryContext.ts';
import type { RelaySettings } from './relaySettings.ts';
import { LinkSweeper } from './linkSweeper.ts';
import { deleteOrphanedDeliveries } from './deleteOrphanedDeliveries.ts';

/** How long it may take to store the outcome of a call. */
const settleMs = 1_000;

export class Relay {
  readonly tally: RelayCounts = { dispatched: 0, calls: 0, delivered: 0, failed: 0, parked: 0 };
  private readonly service: Service;
  private readonly lease: Lease;
  private readonly context: DeliveryContext;
  private readonly linkSweeper: LinkSweeper;
  private readonly totals: TotalsKeeper;
  private readonly senders = new Map<number, WebhookSender>();
  private readonly renewalTimer: NodeJS.Timeout;
  private renewal: Promise<unknown> = Promise.resolve();
  private lastRound: Promise<unknown> = Promise.resolve();
  private isEnding = false;

  constructor(service: Service, settings: RelaySettings) {
    this.service = service;
    this.lease = new Lease(service.database, settings.leaseMs);
    this.linkSweeper = new LinkSweeper(service);
    this.totals = new TotalsKeeper(service, this.lease, settings);
    // A call begins only if the lease lasts longer than the call, so two processes never make the same call at once.
    const goesOn = (): boolean => !this.isEnding && this.lease.isHeldFor(settings.callMs + settleMs);
    this.context = { service, settings, mayCall: goesOn, tally: this.tally };
    this.renewalTimer = setInterval(() => {
      // A round takes the lease; the timer only renews it. If a renewal fails, the next round tries again.
      if (this.lease.isHeldFor()) this.renewal = this.lease.acquire().catch(() => undefined);
    }, settings.leaseMs / 4).unref();
  }

  /**
   * Dispatches all events, starts the calls that are due and keeps the stored totals. Does nothing if another process holds the lease.
   *
   * @returns the enabled webhooks; undefined if another process holds the lease
   * @throws MongoError when the database does not answer
   */
  round(): Promise<readonly Webhook[] | undefined> {
    // The transactions of all rounds share one session, so rounds run one after another.
    const round = this.lastRound.then(() => this.runRound());
    this.lastRound = round.catch(() => undefined);
    return round;
  }

  /** Whether stored totals lack documents, or a delivery is due now or becomes due before this time. */
  async hasWork(until: Date): Promise<boolean> {
    if (this.totals.isBehind) return true;
    const db = await this.service.database.get();
    const webhooks = await this.enabledWebhooks();
    const filter = { webhook: { $in: webhooks.map(({ _id }) => _id) }, ...waitingState, due: { $lte: until } };
    return (await deliveriesCollection(db).findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /** Resolves when no call is in progress. */
  async whenIdle(): Promise<void> {
    await Promise.all([...this.senders.values()].map((sender) => sender.whenIdle()));
  }

  get isStopped(): boolean {
    return this.isEnding;
  }

  /** Starts no new work. */
  stop(): void {
    this.isEnding = true;
  }

  /** Waits for the calls and the sweep in progress, then releases the lease. */
  async end(): Promise<void> {
    this.stop();
    await this.lastRound;
    await this.whenIdle();
    await this.linkSweeper.whenIdle();
    clearInterval(this.renewalTimer);
    await this.renewal;
    await this.lease.release();
  }

  private async runRound(): Promise<readonly Webhook[] | undefined> {
    try {
      if (!(await this.lease.acquire())) return undefined;
      this.linkSweeper.start();
      await deleteOrphanedDeliveries(await this.service.database.get());
      for (;;) {
        const { deliveries, isAll } = await dispatchEvents(this.service, this.lease, () => this.enabledWebhooks());
        this.tally.dispatched += deliveries;
        const webhooks = await this.enabledWebhooks();
        await Promise.all(webhooks.map((webhook) => this.senderFor(webhook).startDue(webhook)));
        if (this.isEnding) return webhooks;
        if (!isAll) continue;
        await this.totals.run();
        return webhooks;
      }
    } catch (error) {
      if (error instanceof LeaseLost) return undefined;
      throw error;
    }
  }

  private senderFor({ _id }: Webhook): WebhookSender {
    const sender = this.senders.get(_id) ?? new WebhookSender(this.context);
    this.senders.set(_id, sender);
    return sender;
  }

  private async enabledWebhooks(): Promise<readonly Webhook[]> {
    return webhooksCollection(await this.service.database.get())
      .find({ isEnabled: true })
      .toArray();
  }
}

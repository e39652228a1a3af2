// The relay: dispatches events and calls webhooks while this process holds the lease. Only one process has it at a
// time.
import type { Service } from '../../platform/service.ts';
import { deliveriesIn, webhooksIn, type Webhook } from '../webhooks/index.ts';
import { handOn } from './dispatch.ts';
import { Lease, LeaseLost } from './lease.ts';
import { Sender } from './sender.ts';
import { waiting, type Sending, type Tally } from './sending.ts';
import type { Settings } from './settings.ts';
import { deleteStrays } from './strays.ts';

/** How long it may take to store the outcome of a call. */
const noteMs = 1_000;

export class Relay {
  readonly tally: Tally = { handedOn: 0, calls: 0, delivered: 0, failed: 0, parked: 0 };
  private readonly service: Service;
  private readonly lease: Lease;
  private readonly sending: Sending;
  private readonly senders = new Map<number, Sender>();
  private readonly renewing: NodeJS.Timeout;
  private renewed: Promise<unknown> = Promise.resolve();
  private last: Promise<unknown> = Promise.resolve();
  private ending = false;

  constructor(service: Service, settings: Settings) {
    this.service = service;
    this.lease = new Lease(service.database, settings.leaseMs);
    // A call begins only if the lease lasts longer than the call, so two processes never make the same call at once.
    const goesOn = (): boolean => !this.ending && this.lease.lasts(settings.callMs + noteMs);
    this.sending = { service, settings, goesOn, tally: this.tally };
    this.renewing = setInterval(() => {
      // A round takes the lease; the timer only renews it. If a renewal fails, the next round tries again.
      if (this.lease.lasts()) this.renewed = this.lease.hold().catch(() => undefined);
    }, settings.leaseMs / 4).unref();
  }

  /**
   * Dispatches all events and starts the calls that are due. Does nothing if another process holds the lease.
   *
   * @returns the enabled webhooks; undefined if another process holds the lease
   * @throws MongoError when the database does not answer
   */
  round(): Promise<readonly Webhook[] | undefined> {
    // The transactions of all rounds share one session, so rounds run one after another.
    const round = this.last.then(() => this.handOnAll());
    this.last = round.catch(() => undefined);
    return round;
  }

  /** Whether a delivery is due now or becomes due before this time. */
  async hasWork(until: Date): Promise<boolean> {
    const db = await this.service.database.get();
    const webhooks = await this.enabled();
    const filter = { webhook: { $in: webhooks.map(({ _id }) => _id) }, ...waiting, due: { $lte: until } };
    return (await deliveriesIn(db).findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /** Resolves when no call is in progress. */
  async calm(): Promise<void> {
    await Promise.all([...this.senders.values()].map((sender) => sender.idle()));
  }

  get isStopped(): boolean {
    return this.ending;
  }

  /** Starts no new work. */
  stop(): void {
    this.ending = true;
  }

  /** Waits for the calls in progress, then releases the lease. */
  async end(): Promise<void> {
    this.stop();
    await this.last;
    await this.calm();
    clearInterval(this.renewing);
    await this.renewed;
    await this.lease.release();
  }

  private async handOnAll(): Promise<readonly Webhook[] | undefined> {
    try {
      if (!(await this.lease.hold())) return undefined;
      await deleteStrays(await this.service.database.get());
      for (;;) {
        const { deliveries, isAll } = await handOn(this.service, this.lease, () => this.enabled());
        this.tally.handedOn += deliveries;
        const webhooks = await this.enabled();
        await Promise.all(webhooks.map((webhook) => this.senderOf(webhook).look(webhook)));
        if (isAll || this.ending) return webhooks;
      }
    } catch (error) {
      if (error instanceof LeaseLost) return undefined;
      throw error;
    }
  }

  private senderOf({ _id }: Webhook): Sender {
    const sender = this.senders.get(_id) ?? new Sender(this.sending);
    this.senders.set(_id, sender);
    return sender;
  }

  private async enabled(): Promise<readonly Webhook[]> {
    return webhooksIn(await this.service.database.get())
      .find({ isEnabled: true })
      .toArray();
  }
}

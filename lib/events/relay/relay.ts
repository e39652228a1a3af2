// Hands on what happened and tells the webhooks, for as long as this process holds the lease: of several there is one.
import type { Service } from '../../platform/service.ts';
import { deliveriesIn, webhooksIn, type Webhook } from '../webhooks/index.ts';
import { handOn } from './dispatch.ts';
import { Lease, LeaseLost } from './lease.ts';
import { Sender } from './sender.ts';
import { waiting, type Sending, type Tally } from './sending.ts';
import type { Settings } from './settings.ts';
import { deleteStrays } from './strays.ts';

/** A call that is over in its time is noted in this. */
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
    // Who loses the lease begins no call that another could make: it holds for longer than a call takes.
    const goesOn = (): boolean => !this.ending && this.lease.lasts(settings.callMs + noteMs);
    this.sending = { service, settings, goesOn, tally: this.tally };
    this.renewing = setInterval(() => {
      // What takes it for the first time is a round; where it fails, the next does.
      if (this.lease.lasts()) this.renewed = this.lease.hold().catch(() => undefined);
    }, settings.leaseMs / 4).unref();
  }

  /**
   * Hands on all that happened, and begins to tell of what is due; nothing where another process holds the lease.
   *
   * @returns the webhooks that are enabled; undefined where another tells them
   * @throws MongoError when the database does not answer
   */
  round(): Promise<readonly Webhook[] | undefined> {
    // The transactions of a round are of one session: one round follows another.
    const round = this.last.then(() => this.handOnAll());
    this.last = round.catch(() => undefined);
    return round;
  }

  /** Whether something is or comes to be due until then. */
  async hasWork(until: Date): Promise<boolean> {
    const db = await this.service.database.get();
    const webhooks = await this.enabled();
    const filter = { webhook: { $in: webhooks.map(({ _id }) => _id) }, ...waiting, due: { $lte: until } };
    return (await deliveriesIn(db).findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /** Returns when no call is under way any more. */
  async calm(): Promise<void> {
    await Promise.all([...this.senders.values()].map((sender) => sender.idle()));
  }

  get isStopped(): boolean {
    return this.ending;
  }

  /** Begins nothing any more. */
  stop(): void {
    this.ending = true;
  }

  /** Lets the calls that are under way end, and gives the lease back. */
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

// The relay: dispatches events and calls their receivers while this process holds the lease. Only one process has it at a
// time.
import { Lease, LeaseLost } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import {
  deliveriesCollection,
  findDeployedSubscriptions,
  registerReceivers,
  webhooksCollection,
  type ReceiverId,
  type Subscription,
  type Webhook,
} from '../webhooks/index.ts';
import { dispatchEvents } from './dispatch.ts';
import { dispatchRows } from './dispatchRows.ts';
import { handlerReceivers } from './handlerReceivers.ts';
import type { DeployedReceiver } from './receiver.ts';
import { Sender } from './sender.ts';
import { PurgeKeeper } from './purgeKeeper.ts';
import { SearchKeeper } from './searchKeeper.ts';
import { targetReceivers } from './targetReceivers.ts';
import { TotalsKeeper } from './totalsKeeper.ts';
import { waitingState, type DeliveryContext, type RelayCounts } from './deliveryContext.ts';
import type { RelaySettings } from './relaySettings.ts';
import { Sweeper } from './sweeper.ts';
import { settleOrphanedDeliveries } from './orphanedDeliveries.ts';

/** How long it may take to store the outcome of a call. */
const settleMs = 1_000;

/** How often a process stores which receivers its code has. */
const registerMs = 60_000;

export class Relay {
  readonly tally: RelayCounts = { dispatched: 0, calls: 0, delivered: 0, failed: 0, parked: 0, purged: 0 };
  private readonly service: Service;
  private readonly lease: Lease;
  private readonly pollMs: number;
  private readonly context: DeliveryContext;
  private readonly sweeper: Sweeper;
  private readonly totals: TotalsKeeper;
  private readonly search: SearchKeeper;
  private readonly purges: PurgeKeeper;
  private readonly senders = new Map<ReceiverId, Sender>();
  /** The receivers of the code that this process runs. */
  private readonly deployed: readonly DeployedReceiver[];
  private registerAt = 0;
  private readonly endRenewal: () => Promise<void>;
  private lastRound: Promise<unknown> = Promise.resolve();
  private isEnding = false;

  constructor(service: Service, settings: RelaySettings) {
    this.service = service;
    this.pollMs = settings.pollMs;
    this.lease = new Lease(service.database, settings.leaseMs, 'relay');
    this.sweeper = new Sweeper(service, settings);
    this.totals = new TotalsKeeper(service, this.lease, settings);
    this.search = new SearchKeeper(service, this.lease, settings);
    this.deployed = [...handlerReceivers(service), ...targetReceivers(service)];
    // A call begins only if the lease lasts longer than the call, so two processes never make the same call at once.
    const goesOn = (): boolean => !this.isEnding && this.lease.isHeldFor(settings.callMs + settleMs);
    const deployed = new Map(this.deployed.map((one) => [one._id, one]));
    this.context = { service, settings, mayCall: goesOn, tally: this.tally, deployed };
    this.purges = new PurgeKeeper(service, settings, goesOn, this.tally);
    // A round takes the lease.
    this.endRenewal = this.lease.keep();
  }

  /**
   * Dispatches all events, starts the calls that are due and keeps the stored totals. Does nothing if another process holds the lease.
   *
   * @returns the receivers that this process can call; undefined if another process holds the lease
   * @throws MongoError when the database does not answer
   */
  round(): Promise<readonly Subscription[] | undefined> {
    // The transactions of all rounds share one session, so rounds run one after another.
    const round = this.lastRound.then(() => this.runRound());
    this.lastRound = round.catch(() => undefined);
    return round;
  }

  /** Whether stored totals lack documents, an index of the search is being built, or a purge or a delivery is due now or becomes due before this time. */
  async hasWork(until: Date): Promise<boolean> {
    if (this.totals.isBehind || this.search.restMs !== undefined) return true;
    if ((this.purges.restMs ?? Infinity) <= until.getTime() - this.service.now().getTime()) return true;
    const db = await this.service.database.get();
    const callable = (await this.callableReceivers()).filter(
      ({ _id }) => this.senders.get(_id)?.restsAt(until) !== true,
    );
    const ids = callable.map(({ _id }) => _id);
    const filter = { webhook: { $in: ids }, ...waitingState, due: { $lte: until } };
    return (await deliveriesCollection(db).findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /** After how many milliseconds the next round should begin: at once if documents are counted for stored totals while nobody waits. */
  get restMs(): number {
    if (!this.hasLease) return this.pollMs;
    if (this.totals.isCatchingUp) return 0;
    return Math.min(this.search.restMs ?? Infinity, this.purges.restMs ?? Infinity, this.pollMs);
  }

  /** Resolves when no call and no purge is in progress. */
  async whenIdle(): Promise<void> {
    await Promise.all([...this.senders.values(), this.purges].map((one) => one.whenIdle()));
  }

  get hasLease(): boolean {
    return this.lease.isHeldFor();
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
    await this.sweeper.whenIdle();
    await this.endRenewal();
    await this.lease.release();
  }

  private async runRound(): Promise<readonly Subscription[] | undefined> {
    try {
      // Also without the lease: the process that has it may run other code.
      await this.register();
      if (!(await this.lease.acquire())) return undefined;
      this.sweeper.start();
      await settleOrphanedDeliveries(this.context);
      for (;;) {
        const { deliveries, isAll } = await dispatchEvents(
          this.service,
          this.lease,
          () => this.subscriptions(),
          async (found) => {
            await this.search.follow(found);
            await this.purges.follow(found);
            for (const follow of this.context.settings.followers) await follow(this.service, found);
          },
        );
        await this.purges.start();
        const ofRows = await dispatchRows(this.service, this.lease, () => this.subscriptions());
        this.tally.dispatched += deliveries + ofRows;
        const receivers = await this.callableReceivers();
        await Promise.all(receivers.map((receiver) => this.senderFor(receiver).startDue(receiver)));
        if (this.isEnding) return receivers;
        if (!isAll) continue;
        await this.totals.run();
        await this.search.build();
        return receivers;
      }
    } catch (error) {
      if (error instanceof LeaseLost) return undefined;
      throw error;
    }
  }

  private senderFor({ _id }: Subscription): Sender {
    const sender = this.senders.get(_id) ?? new Sender(this.context);
    this.senders.set(_id, sender);
    return sender;
  }

  private async register(): Promise<void> {
    if (performance.now() < this.registerAt) return;
    await registerReceivers(await this.service.database.get(), this.deployed, this.service.now());
    this.registerAt = performance.now() + registerMs;
  }

  /** All receivers of events: webhooks, and the receivers of all code that is deployed now. */
  private async subscriptions(): Promise<readonly Subscription[]> {
    const deployed = findDeployedSubscriptions(await this.service.database.get(), this.service.now());
    return [...(await this.enabledWebhooks()), ...(await deployed)];
  }

  private async callableReceivers(): Promise<readonly Subscription[]> {
    return [...(await this.enabledWebhooks()), ...this.deployed];
  }

  private async enabledWebhooks(): Promise<readonly Webhook[]> {
    return webhooksCollection(await this.service.database.get())
      .find({ isEnabled: true })
      .toArray();
  }
}

// The relay: dispatches events and calls their receivers. A job of the background worker.
import type { Lease } from '../../platform/db/index.ts';
import {
  deliveriesCollection,
  findDeployedSubscriptions,
  registerReceivers,
  webhooksCollection,
  type ReceiverId,
  type Subscription,
  type Webhook,
} from '../webhooks/index.ts';
import { purgesCaches } from '../purge/index.ts';
import { dispatchEvents } from './dispatch.ts';
import { dispatchRows } from './dispatchRows.ts';
import { handlerReceivers } from './handlerReceivers.ts';
import type { DeployedReceiver } from './receiver.ts';
import { Sender } from './sender.ts';
import { targetReceivers } from './targetReceivers.ts';
import { waitingState, type DeliveryContext } from './deliveryContext.ts';
import type { PendingDocument } from './pendingDocuments.ts';
import { settleOrphanedDeliveries } from './orphanedDeliveries.ts';

/** How long a write waits for others, to be dispatched with them. */
const gatherMs = 50;

/** How often a process stores which receivers its code has. */
const registerMs = 60_000;

interface RelayContext extends Omit<DeliveryContext, 'deployed'> {
  readonly lease: Lease;
  readonly isStopping: () => boolean;
  /** Is called with documents before their events are removed. */
  readonly follow: (documents: readonly PendingDocument[]) => Promise<void>;
}

export class Relay {
  /** How soon a write is dispatched. If neither receivers nor caches wait for it, it need not be at once: larger groups cost less. */
  afterWriteMs: number | undefined;
  private readonly context: RelayContext & DeliveryContext;
  private readonly senders = new Map<ReceiverId, Sender>();
  /** The receivers of the code that this process runs. */
  private readonly deployed: readonly DeployedReceiver[];
  private registerAt = 0;

  constructor(context: RelayContext) {
    this.deployed = [...handlerReceivers(context.service), ...targetReceivers(context.service)];
    this.context = { ...context, deployed: new Map(this.deployed.map((one) => [one._id, one])) };
  }

  /** Stores the receivers of this code, also without the lease: the process that has it may run other code. */
  async prepare(): Promise<void> {
    if (performance.now() < this.registerAt) return;
    const { service } = this.context;
    await registerReceivers(await service.database.get(), this.deployed, service.now());
    this.registerAt = performance.now() + registerMs;
  }

  /**
   * Dispatches all events, and starts the calls that are due.
   *
   * @throws LeaseLost when another process has the lease; MongoError when the database does not answer
   */
  async run(): Promise<void> {
    const { service, lease, counts, isStopping, follow } = this.context;
    await settleOrphanedDeliveries(this.context);
    for (;;) {
      const { deliveries, isAll } = await dispatchEvents(service, lease, () => this.subscriptions(), follow);
      counts.dispatched += deliveries + (await dispatchRows(service, lease, () => this.subscriptions()));
      const receivers = await this.callableReceivers();
      this.afterWriteMs = receivers.length > 0 || purgesCaches(service.config) ? gatherMs : undefined;
      await Promise.all(receivers.map((receiver) => this.senderFor(receiver).startDue(receiver)));
      if (isAll || isStopping()) return;
    }
  }

  /** Whether a delivery is due now or becomes due before this time. */
  async hasWork(until: Date): Promise<boolean> {
    const db = await this.context.service.database.get();
    const callable = (await this.callableReceivers()).filter(
      ({ _id }) => this.senders.get(_id)?.restsAt(until) !== true,
    );
    const ids = callable.map(({ _id }) => _id);
    const filter = { webhook: { $in: ids }, ...waitingState, due: { $lte: until } };
    return (await deliveriesCollection(db).findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /** Resolves when no call is in progress. */
  async whenIdle(): Promise<void> {
    await Promise.all([...this.senders.values()].map((sender) => sender.whenIdle()));
  }

  private senderFor({ _id }: Subscription): Sender {
    const sender = this.senders.get(_id) ?? new Sender(this.context);
    this.senders.set(_id, sender);
    return sender;
  }

  /** All receivers of events: webhooks, and the receivers of all code that is deployed now. */
  private async subscriptions(): Promise<readonly Subscription[]> {
    const deployed = findDeployedSubscriptions(await this.context.service.database.get(), this.context.service.now());
    return [...(await this.enabledWebhooks()), ...(await deployed)];
  }

  private async callableReceivers(): Promise<readonly Subscription[]> {
    return [...(await this.enabledWebhooks()), ...this.deployed];
  }

  private async enabledWebhooks(): Promise<readonly Webhook[]> {
    return webhooksCollection(await this.context.service.database.get())
      .find({ isEnabled: true })
      .toArray();
  }
}

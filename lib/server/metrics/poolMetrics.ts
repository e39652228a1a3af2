// Follows the connections to MongoDB by the events of the driver's pools.
import type { MongoClient } from 'mongodb';
import type { Metric } from './prometheusText.ts';

/** What identifies a connection, in all events of it. */
interface ConnectionEvent {
  readonly address: string;
  readonly connectionId: number | '<monitor>';
}

export class PoolMetrics {
  private readonly max: number;
  /** Whether each connection is in use. One that was opened before this was made is seen when it is used. */
  private readonly connections = new Map<string, boolean>();
  private waiting = 0;
  private failed = 0;

  constructor(client: Pick<MongoClient, 'on' | 'options'>) {
    this.max = client.options.maxPoolSize;
    const set =
      (isUsed: boolean) =>
      ({ address, connectionId }: ConnectionEvent): void => {
        this.connections.set(`${address} ${connectionId}`, isUsed);
      };
    client
      .on('connectionCreated', set(false))
      .on('connectionCheckedIn', set(false))
      .on('connectionClosed', ({ address, connectionId }) => this.connections.delete(`${address} ${connectionId}`))
      .on('connectionCheckOutStarted', () => {
        this.waiting += 1;
      })
      .on('connectionCheckOutFailed', () => {
        this.waiting -= 1;
        this.failed += 1;
      })
      .on('connectionCheckedOut', (event) => {
        this.waiting -= 1;
        set(true)(event);
      });
  }

  metrics(): readonly Metric[] {
    const used = [...this.connections.values()].filter((isUsed) => isUsed).length;
    return [
      {
        ...{ name: 'lectern_mongodb_connections', type: 'gauge', help: 'Open connections to MongoDB.' },
        samples: [
          { labels: { state: 'used' }, value: used },
          { labels: { state: 'idle' }, value: this.connections.size - used },
        ],
      },
      {
        ...{ name: 'lectern_mongodb_connections_max', type: 'gauge', help: 'The size of the pool of each server.' },
        samples: [{ value: this.max }],
      },
      {
        ...{ name: 'lectern_mongodb_waiting', type: 'gauge', help: 'Operations that wait for a connection.' },
        // Those that waited when this was made are not counted.
        samples: [{ value: Math.max(0, this.waiting) }],
      },
      {
        ...{ name: 'lectern_mongodb_checkout_failures_total', type: 'counter' },
        help: 'Operations that got no connection.',
        samples: [{ value: this.failed }],
      },
    ];
  }
}

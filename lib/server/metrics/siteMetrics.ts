// Measures what the database says of the whole site: every server has the same values.
import { readQueueStatus, type QueueStatus } from '../../background/index.ts';
import type { Service } from '../../platform/service.ts';
import { readIndexStatus, type IndexStatus } from '../../search/indexing/index.ts';
import type { Metric, Sample } from './prometheusText.ts';

const gauge = (name: string, help: string, ...samples: readonly Sample[]): Metric => ({
  ...{ name, type: 'gauge', help, samples },
});

const ageSeconds = (from: Date | undefined, now: Date): number =>
  from === undefined ? 0 : Math.max(0, now.getTime() - from.getTime()) / 1000;

const queueMetrics = (queue: QueueStatus, now: Date): readonly Metric[] => [
  gauge('lectern_relay_running', 'Whether some process relays events.', { value: Number(queue.isRunning) }),
  gauge('lectern_events_waiting', 'Documents with events that are not dispatched yet.', { value: queue.documents }),
  gauge('lectern_events_oldest_seconds', 'How long the oldest of these events has waited.', {
    value: ageSeconds(queue.oldestAt, now),
  }),
  gauge(
    'lectern_deliveries',
    'Deliveries of events that wait for a call, or are parked.',
    ...queue.deliveries.map(({ _id: { webhook, state }, count }) => ({
      ...{ labels: { receiver: String(webhook), state }, value: count },
    })),
  ),
  gauge('lectern_totals_uncounted', 'Documents that the stored totals of lists lack.', { value: queue.uncounted }),
  gauge('lectern_totals_missing', 'Types whose lists count all documents.', { value: queue.withoutTotal }),
];

const states = ['current', 'outdated', 'missing'] as const;

const indexMetrics = ({ partitions, waiting }: IndexStatus): readonly Metric[] => [
  gauge('lectern_search_waiting', 'Changed documents that the index of the search lacks.', { value: waiting }),
  gauge(
    'lectern_search_indexes',
    'Indexes of the search, of each type, version and locale.',
    ...states.map((state) => ({
      labels: { state },
      value: partitions.filter((partition) => partition.state === state).length,
    })),
  ),
];

/** @throws MongoError when the database does not answer */
export const readSiteMetrics = async (service: Service): Promise<readonly Metric[]> => {
  const queue = await readQueueStatus(service);
  const index = service.config.search.enabled ? await readIndexStatus(service) : undefined;
  return [...queueMetrics(queue, service.now()), ...(index === undefined ? [] : indexMetrics(index))];
};

// The table of jobs: everything that runs without a request, in its order.
import { runJobs } from '../bulkJobs/index.ts';
import { sweepComments, mailComments, mailNotices } from '../comments/index.ts';
import { PurgeKeeper, Relay } from '../events/relay/index.ts';
import { removeExpired } from '../history/index.ts';
import { finishMoves } from '../media/index.ts';
import { dayMs } from '../platform/dayMs.ts';
import type { Service } from '../platform/service.ts';
import { ReleaseSweeper } from '../releases/index.ts';
import { sweepLinks, sweepTrash } from '../write/documents/index.ts';
import type { Job, Loop } from './job.ts';
import { SearchKeeper } from './searchKeeper.ts';
import { TotalsKeeper } from './totalsKeeper.ts';

/** Longer than a worker is usually interrupted. The nightly sweep and the start of a server cover older deletions. */
const recentMs = 3_600_000;

type Work = (service: Service) => Promise<unknown>;

const always =
  (work: Work): Job['start'] =>
  ({ service }) => ({ run: () => work(service) });

/** Once a day for each process: a function starts a worker each minute. */
const daily = (work: Work): Job['start'] => {
  let beganAt = -Infinity;
  return always(async (service) => {
    if (Date.now() - beganAt < dayMs) return;
    beganAt = Date.now();
    await work(service);
  });
};

export const releasesLoop: Loop = {
  name: 'releases',
  ...{ lease: 'releases', keepsLease: false, everyMs: 5_000, untilIdle: 'once' },
  failure: 'releases cannot be executed',
  jobs: [{ name: 'releases', start: (context) => new ReleaseSweeper(context) }],
};

/** Each job of a user has a lease of its own, so that several processes can work: nobody takes the lease of this loop. */
const bulkLoop: Loop = {
  name: 'bulk',
  ...{ lease: 'relay', keepsLease: false, everyMs: 2_000, untilIdle: 'once' },
  failure: 'jobs that change many documents cannot go on',
  jobs: [{ name: 'bulk', start: ({ service, isStopping }) => ({ run: () => runJobs(service, isStopping) }) }],
};

export const relayLoop: Loop = {
  name: 'relay',
  ...{ lease: 'relay', keepsLease: true, everyMs: 3_000, untilIdle: 'repeatedly' },
  failure: 'events cannot be dispatched',
  jobs: [
    { name: 'events', start: (context) => new Relay(context) },
    { name: 'purges', start: (context) => new PurgeKeeper(context) },
    { name: 'totals', start: (context) => new TotalsKeeper(context) },
    { name: 'search', start: (context) => new SearchKeeper(context) },
  ],
};

export const sweepLoop: Loop = {
  name: 'sweep',
  ...{ lease: 'relay', keepsLease: true, everyMs: 60_000, untilIdle: 'beside' },
  failure: 'links or versions cannot be removed, or a job of each minute failed',
  jobs: [
    { name: 'links', start: always((service) => sweepLinks(service, recentMs)) },
    { name: 'trash', start: always((service) => sweepTrash(service, recentMs)) },
    { name: 'versions', start: always(removeExpired) },
    { name: 'moves', start: always(finishMoves) },
    { name: 'mails', start: always(mailComments) },
    { name: 'notices', start: always(mailNotices) },
    { name: 'comments', start: daily(sweepComments) },
  ],
};

/** What changes documents first, so that a process that ends when it is idle dispatches their events too. */
export const loops: readonly Loop[] = [releasesLoop, bulkLoop, sweepLoop, relayLoop];

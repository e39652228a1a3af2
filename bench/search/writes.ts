// Measures what the search costs a write: on two sites that differ only in it.
import { marker, type Request } from '../cases/types.ts';
import type { LoadClient } from '../load/client.ts';
import type { Load } from '../load/messages.ts';
import { measureOnce, p50Of, ratiosOf, summaryOf, type Rounds, type Summary } from '../measure.ts';
import { measureWork } from '../profile/cpuTime.ts';
import { untilDispatched, type ProductSite } from '../site.ts';
import { median } from '../statistics.ts';
import { documentIdOf } from './entries.ts';
import { zipfTextAt } from './zipfTexts.ts';

/** The writes of one site. */
export interface SiteWrites extends Summary {
  /** Milliseconds of product and mongod for a write, until the relay has processed it. */
  readonly cpu: number;
}

export interface WriteRow {
  readonly title: string;
  readonly on: SiteWrites;
  readonly off: SiteWrites;
  /** The median of the rounds' ratios of p50. */
  readonly ratio: number;
}

/** A site that indexes what is written, and one that does not. */
export interface WriteSites {
  readonly on: ProductSite;
  readonly off: ProductSite;
}

interface Write {
  readonly title: string;
  readonly requestAt: (index: number) => Request;
}

/** One round on one site. */
interface Turn {
  readonly load: Load;
  readonly cpu: number;
}

const requestCount = 200;

const bodyOf = (index: number): string => {
  const { title, summary, body } = zipfTextAt(index);
  return JSON.stringify({ data: { title: `${title} ${marker}`, summary, body } });
};

const create: Write = {
  title: 'create (published)',
  requestAt: (index) => ({ method: 'POST', path: '/api/entries?locale=en', body: bodyOf(index) }),
};

const update: Write = {
  title: 'update (published)',
  requestAt: (index) => ({
    method: 'PUT',
    path: `/api/entries/${documentIdOf(index)}?locale=en`,
    body: bodyOf(index + requestCount),
  }),
};

const takeTurn = async (
  client: LoadClient,
  site: ProductSite,
  requests: readonly Request[],
  seconds: number,
): Promise<Turn> => {
  const { product, token, db } = site;
  const { result, cpuMs, mongod } = await measureWork(product.pid, db, async () => {
    const load = await measureOnce(client, { url: product.url, token, requests }, 1, seconds);
    // The work of the relay does not disturb the other site.
    await untilDispatched(site, 'entries');
    return load;
  });
  return { load: result, cpu: (cpuMs + mongod.cpuMs) / result.times.length };
};

const summarize = (turns: readonly Turn[]): SiteWrites => ({
  ...summaryOf(turns.map(({ load }) => load)),
  cpu: median(turns.map(({ cpu }) => cpu)),
});

const measureWrite = async (
  client: LoadClient,
  { on, off }: WriteSites,
  { title, requestAt }: Write,
  { rounds, seconds }: Rounds,
): Promise<WriteRow> => {
  const requests = Array.from({ length: requestCount }, (_, index) => requestAt(index));
  const sites = [
    { site: on, turns: [] as Turn[] },
    { site: off, turns: [] as Turn[] },
  ] as const;
  // The first round warms up.
  for (let round = -1; round < rounds; round++)
    for (const { site, turns } of round % 2 === 0 ? sites : sites.toReversed()) {
      const turn = await takeTurn(client, site, requests, seconds);
      if (round >= 0) turns.push(turn);
    }
  const [turnsOn, turnsOff] = [sites[0].turns, sites[1].turns];
  const loads = (turns: readonly Turn[]): readonly Load[] => turns.map(({ load }) => load);
  const ratio = median(ratiosOf(loads(turnsOn), loads(turnsOff), p50Of));
  return { title, on: summarize(turnsOn), off: summarize(turnsOff), ratio };
};

export const measureWrites = async (
  client: LoadClient,
  sites: WriteSites,
  rounds: Rounds,
): Promise<readonly WriteRow[]> => [
  await measureWrite(client, sites, create, rounds),
  await measureWrite(client, sites, update, rounds),
];

// Measures product and floor alternately in rounds, so that disturbances of the machine affect both.
import { randomBytes } from 'node:crypto';
import { floorRequest, type Case, type Variant } from './cases/index.ts';
import type { LoadClient } from './load/client.ts';
import type { Load } from './load/messages.ts';
import { median, spread } from './statistics.ts';
import type { Site } from './site.ts';

export interface Rounds {
  readonly rounds: number;
  /** The duration of one measurement. */
  readonly seconds: number;
}

/** A case and its requests for a site. */
export interface ReadyCase {
  readonly test: Case;
  readonly variants: readonly Variant[];
}

/** Medians over the rounds. */
export interface Summary extends Load {
  /** The spread of the requests per second. */
  readonly spread: number;
}

export interface Comparison {
  readonly product: Summary;
  readonly floor: Summary;
  /** The product's p50 divided by the floor's: the median of the rounds' ratios. */
  readonly p50Ratio: number;
  /** The floor's requests per second divided by the product's: the median of the rounds' ratios. */
  readonly throughputRatio: number;
}

type Contender = 'product' | 'floor';

const warmUpSeconds = 0.4;

const summaryOf = (loads: readonly Load[]): Summary => ({
  perSecond: median(loads.map(({ perSecond }) => perSecond)),
  p50: median(loads.map(({ p50 }) => p50)),
  p99: median(loads.map(({ p99 }) => p99)),
  spread: spread(loads.map(({ perSecond }) => perSecond)),
});

/** Runs one measurement of the product or of the floor. */
const measureOnce = (
  client: LoadClient,
  site: Site,
  contender: Contender,
  { test, variants }: ReadyCase,
  connections: number,
  seconds: number,
): Promise<Load> =>
  client.run({
    url: site[contender].url,
    requests: variants.map((variant) => (contender === 'product' ? variant.product : floorRequest(test, variant))),
    // Both get the same headers, although the floor ignores the token.
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
    connections,
    seconds,
    run: randomBytes(4).toString('hex'),
  });

/** Measures a case on several sites in turn, so that the sites can be compared, too. */
export const compareSites = async (
  client: LoadClient,
  sites: readonly { readonly site: Site; readonly ready: ReadyCase }[],
  connections: number,
  { rounds, seconds }: Rounds,
): Promise<readonly Comparison[]> => {
  const loads = sites.map((): Record<Contender, Load[]> => ({ product: [], floor: [] }));
  for (let round = 0; round <= rounds; round++)
    for (const [index, { site, ready }] of sites.entries())
      // Alternate the order, in case it matters.
      for (const contender of (round % 2 === 0 ? ['product', 'floor'] : ['floor', 'product']) satisfies Contender[]) {
        const load = await measureOnce(
          client,
          site,
          contender,
          ready,
          connections,
          round === 0 ? warmUpSeconds : seconds,
        );
        if (round > 0) loads[index]?.[contender].push(load);
      }
  return loads.map(({ product, floor }) => {
    const ratios = (of: (product: Load, floor: Load) => number): number =>
      median(product.flatMap((load, round) => (floor[round] === undefined ? [] : of(load, floor[round]))));
    return {
      product: summaryOf(product),
      floor: summaryOf(floor),
      p50Ratio: ratios((a, b) => a.p50 / b.p50),
      throughputRatio: ratios((a, b) => b.perSecond / a.perSecond),
    };
  });
};

/** Measures a case on one site. */
export const compare = async (
  client: LoadClient,
  site: Site,
  ready: ReadyCase,
  connections: number,
  rounds: Rounds,
): Promise<Comparison> => {
  const [comparison] = await compareSites(client, [{ site, ready }], connections, rounds);
  if (comparison === undefined) throw new Error('Nothing was measured');
  return comparison;
};

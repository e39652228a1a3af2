// Measures servers in turn, in many short rounds, so that disturbances of the machine affect all of them.
import { randomBytes } from 'node:crypto';
import { floorRequest, type Case, type Request, type Variant } from './cases/index.ts';
import type { LoadClient } from './load/client.ts';
import type { Load } from './load/messages.ts';
import { median, quantile, spread } from './statistics.ts';
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

/** A server and the requests that it gets. */
export interface Contender {
  readonly url: string;
  readonly requests: readonly Request[];
  /** A full-access token. */
  readonly token: string;
}

/** One server over all rounds. */
export interface Summary {
  /** The median of the rounds. */
  readonly perSecond: number;
  /** Milliseconds, of the requests of all rounds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Comparison {
  readonly product: Summary;
  readonly floor: Summary;
  /** The product's p50 divided by the floor's: the median of the rounds' ratios. */
  readonly p50Ratio: number;
  /** The floor's requests per second divided by the product's: the median of the rounds' ratios. */
  readonly throughputRatio: number;
  /** The spread of the rounds' ratios of p50. */
  readonly spread: number;
}

const warmUpSeconds = 0.4;

export const summaryOf = (loads: readonly Load[]): Summary => {
  const times = new Float64Array(loads.flatMap((load) => [...load.times])).sort();
  const [p50, p95, p99] = [quantile(times, 0.5), quantile(times, 0.95), quantile(times, 0.99)];
  return { perSecond: median(loads.map(perSecondOf)), p50, p95, p99 };
};

/** The ratio of each round. */
export const ratiosOf = (a: readonly Load[], b: readonly Load[], valueOf: (load: Load) => number): readonly number[] =>
  a.flatMap((load, round) => (b[round] === undefined ? [] : valueOf(load) / valueOf(b[round])));

export const p50Of = ({ times }: Load): number => quantile(times, 0.5);
export const perSecondOf = ({ perSecond }: Load): number => perSecond;

/** Measures one server. @throws Error for any answer that is not 2xx */
export const measureOnce = (
  client: LoadClient,
  { url, requests, token }: Contender,
  connections: number,
  seconds: number,
): Promise<Load> =>
  client.run({
    ...{ url, requests, connections, seconds },
    // All get the same headers, although the floor ignores the token.
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    run: randomBytes(4).toString('hex'),
  });

/** Measures each contender once in each round. @returns the loads of each contender, one for each round */
export const measureInTurn = async (
  client: LoadClient,
  contenders: readonly Contender[],
  connections: number,
  { rounds, seconds }: Rounds,
): Promise<readonly (readonly Load[])[]> => {
  const loads = contenders.map((): Load[] => []);
  for (const contender of contenders) await measureOnce(client, contender, connections, warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    const turns = [...contenders.entries()];
    // Reverse the order in every other round, in case it matters.
    for (const [index, contender] of round % 2 === 0 ? turns : turns.reverse())
      loads[index]?.push(await measureOnce(client, contender, connections, seconds));
  }
  return loads;
};

/** The servers of a site, with equivalent requests. */
export const contendersOf = (
  { product, floor, token }: Site,
  { test, variants }: ReadyCase,
): Readonly<Record<'product' | 'floor', Contender>> => {
  const half = variants.length / 2;
  const [own, others] =
    test.isDivided === true ? [variants.slice(0, half), variants.slice(half)] : [variants, variants];
  return {
    product: { url: product.url, token, requests: own.map((variant) => variant.product) },
    floor: { url: floor.url, token, requests: others.map((variant) => floorRequest(test, variant)) },
  };
};

/** Measures a case on several sites in turn, so that the sites can be compared, too. */
export const compareSites = async (
  client: LoadClient,
  sites: readonly { readonly site: Site; readonly ready: ReadyCase }[],
  connections: number,
  rounds: Rounds,
): Promise<readonly Comparison[]> => {
  const contenders = sites.flatMap(({ site, ready }) => {
    const { product, floor } = contendersOf(site, ready);
    return [product, floor];
  });
  const loads = await measureInTurn(client, contenders, connections, rounds);
  return sites.map((_, index) => {
    const [product = [], floor = []] = [loads[2 * index], loads[2 * index + 1]];
    return {
      product: summaryOf(product),
      floor: summaryOf(floor),
      p50Ratio: median(ratiosOf(product, floor, p50Of)),
      throughputRatio: median(ratiosOf(floor, product, perSecondOf)),
      spread: spread(ratiosOf(product, floor, p50Of)),
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

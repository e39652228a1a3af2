// Measures how the time of a list grows with its collection: the page, which an index serves, and the page with its count.
import { growth } from './cases/index.ts';
import type { LoadClient } from './load/client.ts';
import { compareSites, type Comparison, type Rounds } from './measure.ts';
import type { Site } from './site.ts';
import { verify } from './verify.ts';

export interface GrowthRow {
  readonly documents: number;
  readonly page: Comparison;
  readonly counted: Comparison;
}

/** @param sites sites with different numbers of documents; they are measured in turn at one connection */
export const measureGrowth = async (
  client: LoadClient,
  sites: readonly Site[],
  rounds: Rounds,
): Promise<readonly GrowthRow[]> => {
  const comparisons: Partial<Record<keyof typeof growth, readonly Comparison[]>> = {};
  for (const part of ['page', 'counted'] as const) {
    const test = growth[part];
    const readySites = [];
    for (const site of sites) {
      const variants = await test.variants(site);
      await verify(test, variants, site);
      readySites.push({ site, ready: { test, variants } });
    }
    comparisons[part] = await compareSites(client, readySites, 1, rounds);
  }
  return sites.flatMap(({ documents }, index) => {
    const [page, counted] = [comparisons.page?.[index], comparisons.counted?.[index]];
    return page === undefined || counted === undefined ? [] : [{ documents, page, counted }];
  });
};

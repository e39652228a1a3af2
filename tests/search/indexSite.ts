// Lets the relay index a site, until its search has everything that was written.
import { Worker } from '../../lib/background/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { readBuildProgress } from '../../lib/search/indexing/index.ts';
import { loopsEvery } from '../background/testWorker.ts';
import { forgetUsedIndexes } from '../../lib/search/indexing/usedIndexes.ts';

export const indexSite = async (service: Service): Promise<void> => {
  do await new Worker(service, {}, loopsEvery(1)).runUntilIdle(20_000);
  while ((await readBuildProgress(service)).unfinished > 0);
  forgetUsedIndexes(await service.database.get());
};

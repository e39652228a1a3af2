// Lets the relay index a site, until its search has everything that was written.
import { defaultRelaySettings, relayUntilIdle } from '../../lib/events/relay/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { readBuildProgress } from '../../lib/search/indexing/index.ts';
import { forgetUsedIndexes } from '../../lib/search/indexing/usedIndexes.ts';

export const indexSite = async (service: Service): Promise<void> => {
  const settings = { ...defaultRelaySettings, pollMs: 1 };
  do await relayUntilIdle(service, 20_000, settings);
  while ((await readBuildProgress(service)).unfinished > 0);
  forgetUsedIndexes(await service.database.get());
};

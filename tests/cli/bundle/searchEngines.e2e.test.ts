// A bundle contains the search engine that the configuration chooses, and no other.
import { expect, it } from 'vitest';
import { isLong } from '../../setup/lengthOf.ts';
import { inputsOf, sharedBundles } from './bundled.ts';

/** A module that only this engine needs. */
const modules = {
  mongodb: 'lib/search/mongodb/ranking.ts',
  atlas: 'lib/search/atlas/searchPipeline.ts',
  meilisearch: 'node_modules/meilisearch/dist/index.js',
};

const engines = ['mongodb', 'atlas', 'meilisearch'] as const;

// The long run builds the others.
it.each(isLong ? engines : engines.slice(0, 1))(
  'the relay has only the engine %s where that is chosen',
  async (engine) => {
    const inputs = inputsOf(await sharedBundles(engine === 'mongodb' ? 'plain' : engine), 'relay');
    expect(engines.filter((one) => inputs.has(modules[one]))).toEqual([engine]);
  },
);

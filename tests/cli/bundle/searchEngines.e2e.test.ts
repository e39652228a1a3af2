// A bundle contains the search engine that the configuration chooses, and no other.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildFunctions } from '../../../bin/buildFunctions.js';

/** A module that only this engine needs. */
const modules = {
  mongodb: 'lib/search/mongodb/ranking.ts',
  atlas: 'lib/search/atlas/searchPipeline.ts',
  meilisearch: 'node_modules/meilisearch/dist/index.js',
};

const engines = ['mongodb', 'atlas', 'meilisearch'] as const;

it.each(engines)('the relay has only the engine %s where that is chosen', async (engine) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-engines-'));
  try {
    const config = join(folder, 'lectern.json');
    await writeFile(config, JSON.stringify({ search: { backend: engine, url: 'https://search.example.org' } }));
    const env = { CONTENT_TYPES: 'content-types', LECTERN_CONFIG: config };
    const { outputs } = (await buildFunctions({ env, names: ['relay'], outdir: folder })) as {
      readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
    };
    const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
    expect(engines.filter((one) => inputs.includes(modules[one]))).toEqual([engine]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

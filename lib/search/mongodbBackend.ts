// The index in MongoDB itself, as a backend. A stub replaces it where the configuration has another one (cli/bundle).
import {
  deleteSomeOfIndex,
  findMatches,
  indexEntries,
  loadVocabularies,
  omitUnchanged,
  sweepSome,
} from './mongodb/index.ts';
import type { SearchBackend, SearchReader } from './searchBackend.ts';

export const mongodbReader = (): SearchReader => ({ prepareNear: loadVocabularies, findMatches });

export const mongodbBackend = (): SearchBackend => ({
  ...mongodbReader(),
  omitUnchanged,
  indexEntries,
  sendWaiting: () => Promise.resolve(),
  isCurrent: () => Promise.resolve(true),
  sweepSome,
  removeSome: deleteSomeOfIndex,
});

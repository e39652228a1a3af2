// The index in MongoDB itself, as a backend. A stub replaces it where the configuration has another one (cli/bundle).
import {
  deleteSomeOfIndex,
  findMatches,
  indexEntries,
  loadVocabularies,
  omitUnchanged,
  sweepSome,
} from './mongodb/index.ts';
import type { SearchBackend } from './searchBackend.ts';

export const mongodbBackend = (): SearchBackend => ({
  prepareNear: loadVocabularies,
  findMatches,
  omitUnchanged,
  indexEntries,
  sendWaiting: () => Promise.resolve(),
  isCurrent: () => Promise.resolve(true),
  sweepSome,
  removeSome: deleteSomeOfIndex,
});

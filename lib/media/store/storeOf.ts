// Creates the store that the configuration names, once for each configuration.
import { memoize } from '../../memoize.ts';
import type { Settings } from '../../platform/config/index.ts';
import { localStore } from './local.ts';
import { s3Store } from './s3.ts';
import type { Store } from './store.ts';

type UploadSettings = Settings['upload'];

export const storeOf = memoize(({ provider, s3, folder }: UploadSettings): Store =>
  provider === 's3' ? s3Store(s3) : localStore(folder),
);

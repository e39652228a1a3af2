// Creates the store that the configuration names, once for each configuration.
import type { Settings } from '../../platform/config/index.ts';
import { localStore } from './local.ts';
import { s3Store } from './s3.ts';
import type { Store } from './store.ts';

type UploadSettings = Settings['upload'];

const stores = new WeakMap<UploadSettings, Store>();

export const storeOf = (settings: UploadSettings): Store => {
  const store =
    stores.get(settings) ?? (settings.provider === 's3' ? s3Store(settings.s3) : localStore(settings.folder));
  stores.set(settings, store);
  return store;
};

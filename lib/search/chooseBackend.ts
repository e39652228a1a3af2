// Chooses what searches: the backend that the configuration names. A bundle contains only that one (cli/bundle).
import type { Service } from '../platform/service.ts';
import { atlasBackend } from './atlas/index.ts';
import { meilisearchBackend } from './meilisearch/index.ts';
import { mongodbBackend } from './mongodbBackend.ts';
import type { SearchBackend } from './searchBackend.ts';

/** What a backend needs of a service. */
type SearchingService = Pick<Service, 'config' | 'secrets' | 'now'>;

const makeBackend = ({ config: { search }, secrets, now }: SearchingService): SearchBackend => {
  switch (search.backend) {
    case 'mongodb':
      return mongodbBackend();
    case 'atlas':
      return atlasBackend();
    case 'meilisearch':
      return meilisearchBackend({ url: search.url, index: search.index, key: secrets.search }, now);
  }
};

const backends = new WeakMap<SearchingService, SearchBackend>();

/** Returns the backend of a service. It is not part of `Service`, so functions that search nothing do not contain it. */
export const chooseBackend = (service: SearchingService): SearchBackend => {
  const backend = backends.get(service) ?? makeBackend(service);
  backends.set(service, backend);
  return backend;
};

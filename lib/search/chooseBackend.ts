// Chooses what searches: the backend that the configuration names. A bundle contains only that one (cli/bundle).
import type { Service } from '../platform/service.ts';
import { atlasBackend } from './atlas/index.ts';
import { meilisearchBackend } from './meilisearch/index.ts';
import { mongodbBackend, mongodbReader } from './mongodbBackend.ts';
import type { SearchBackend, SearchReader } from './searchBackend.ts';

/** What a backend needs of a service. */
type SearchingService = Pick<Service, 'config' | 'secrets' | 'now'>;

const makeOther = ({ config: { search }, secrets, now }: SearchingService): SearchBackend =>
  search.backend === 'atlas'
    ? atlasBackend()
    : meilisearchBackend({ url: search.url, index: search.index, key: secrets.search }, now);

const others = new WeakMap<SearchingService, SearchBackend>();

const chooseOther = (service: SearchingService): SearchBackend => {
  const backend = others.get(service) ?? makeOther(service);
  others.set(service, backend);
  return backend;
};

/** Returns the backend of a service. It is not part of `Service`, so functions that search nothing do not contain it. */
export const chooseBackend = (service: SearchingService): SearchBackend =>
  service.config.search.backend === 'mongodb' ? mongodbBackend() : chooseOther(service);

/** Returns what searches: functions that only search do not contain what writes the index in MongoDB. */
export const chooseReader = (service: SearchingService): SearchReader =>
  service.config.search.backend === 'mongodb' ? mongodbReader() : chooseOther(service);

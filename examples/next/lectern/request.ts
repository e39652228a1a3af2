// Sends requests to Lectern.
import { cacheLife, cacheTag } from 'next/cache';
import { stringify } from 'qs';
import { lecternUrl } from './settings.ts';

const get = (path: string, query: object): Promise<Response> => {
  const url = new URL(`/api/${path}`, lecternUrl);
  url.search = stringify(query, { encodeValuesOnly: true });
  return fetch(url);
};

/**
 * Reads public content, inside a function with 'use cache'. The function's result is kept until one of the documents and
 * types changes that the answer depends on: Lectern names them in `Surrogate-Key`, and the webhook's route expires them.
 */
export const readCached = async <T>(path: string, query: object): Promise<T> => {
  const response = await get(path, query);
  if (!response.ok) throw new Error(`Lectern answered ${response.status} to ${path}: ${await response.text()}`);
  const keys = response.headers.get('surrogate-key');
  if (keys === null) throw new Error(`No Surrogate-Key: set \`sharedMaxAge\` for the type of ${path} in lectern.json`);
  cacheTag(...keys.split(' '));
  cacheLife('max');
  return ((await response.json()) as { readonly data: T }).data;
};

/** Reads a draft through a preview link. @returns undefined if the link is invalid or expired, or the draft is deleted */
export const readPreview = async <T>(path: string, query: object, preview: string): Promise<T | undefined> => {
  const response = await get(path, { ...query, preview });
  if ([400, 401, 403, 404].includes(response.status)) return undefined;
  if (!response.ok) throw new Error(`Lectern answered ${response.status} to the preview of ${path}`);
  return ((await response.json()) as { readonly data: T }).data;
};

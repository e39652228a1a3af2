// Sends requests to Lectern.
import { cacheLife, cacheTag } from 'next/cache';
import { stringify } from 'qs';
import { lecternUrl } from './settings.ts';

const get = (path: string, query: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> => {
  const url = new URL(`/api/${path}`, lecternUrl);
  url.search = stringify(query, { encodeValuesOnly: true });
  return fetch(url, { headers });
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

export interface PreviewLink {
  readonly documentId: string;
  readonly token: string;
  /** Whether the editor shows the page beside the form: then each text of the draft ends with its source. */
  readonly isFramed: boolean;
}

/** Reads a draft through a preview link. @returns undefined if the link is invalid or expired, or the draft is deleted */
export const readPreview = async <T>(
  path: string,
  query: object,
  { token, isFramed }: PreviewLink,
): Promise<T | undefined> => {
  const headers = isFramed ? { 'strapi-encode-source-maps': 'true' } : {};
  const response = await get(path, { ...query, preview: token }, headers);
  if ([400, 401, 403, 404].includes(response.status)) return undefined;
  if (!response.ok) throw new Error(`Lectern answered ${response.status} to the preview of ${path}`);
  return ((await response.json()) as { readonly data: T }).data;
};

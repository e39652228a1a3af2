// Fetches from a provider without following redirects, up to 1 MB.
import type { CustomFetch } from 'openid-client';
import { hostNames } from '../../platform/hostNames.ts';
import { readLimited } from '../../platform/readLimited.ts';

const maxBytes = 1_000_000;

/** Follows no redirect, and reads no endless answer. */
export const limitedFetch: CustomFetch = async (url, { body, ...options }) => {
  await hostNames.requireResolvable(url);
  const response = await fetch(url, {
    ...options,
    // Types of browsers know fewer kinds of bytes than openid-client names.
    ...(body === null || body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
    redirect: 'manual',
  });
  const { status, headers } = response;
  const bytes = await readLimited((response.body ?? []) as AsyncIterable<Uint8Array>, maxBytes, response.url);
  return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, headers });
};

// Fetches from a provider without following redirects, up to 1 MB.
import type { CustomFetch } from 'openid-client';
import { hostNames } from '../../platform/hostNames.ts';

const maxBytes = 1_000_000;

const readLimited = async ({ body, url }: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${url} answers with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

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
  const bytes = await readLimited(response);
  return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, headers });
};

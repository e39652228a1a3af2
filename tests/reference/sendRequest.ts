// How scenarios send requests, and what they read of the answers.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

export interface Reply {
  readonly status: number;
  // Answers have many shapes, and scenarios read into them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface Call {
  /** A string is sent as it is, a FormData or URLSearchParams as a form, anything else as JSON. */
  readonly body?: unknown;
  /** The body is JSON that is compressed so, as far as Node can. */
  readonly contentEncoding?: string | undefined;
  /** A type of token, the token of a logged-in user, or null for no credentials. */
  readonly as?: 'full-access' | 'read-only' | { readonly token: string } | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request, with full access by default. */
export type SendRequest = (method: string, url: string, call: Call) => Promise<Reply>;

const compressions: Readonly<Record<string, (text: string) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};

/** @returns the bytes and headers of a form or of compressed JSON; undefined for another body */
export const encodeBody = async ({ body, contentEncoding }: Call) => {
  if (body instanceof FormData || body instanceof URLSearchParams) {
    const form = new Response(body);
    const type = form.headers.get('content-type') ?? '';
    return { bytes: Buffer.from(await form.arrayBuffer()), headers: { 'Content-Type': type } };
  }
  if (contentEncoding === undefined) return undefined;
  const json = JSON.stringify(body);
  const bytes = compressions[contentEncoding]?.(json) ?? Buffer.from(json);
  return { bytes, headers: { 'Content-Type': 'application/json', 'Content-Encoding': contentEncoding } };
};

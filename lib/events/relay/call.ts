// One call of a receiver.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Webhook } from '../webhooks/index.ts';
import { publicLookup, refusePrivate } from './address.ts';
import { signatureOf } from './signature.ts';

/** What became of it. */
export interface Called {
  readonly done: boolean;
  readonly status?: number;
  readonly message: string;
}

export interface Call {
  readonly webhook: Pick<Webhook, 'url' | 'headers' | 'secret'>;
  /** Of the delivery, the same with each attempt. */
  readonly id: string;
  readonly event: string;
  readonly body: string;
}

export interface Calling {
  readonly allowPrivate: boolean;
  /** For all of it. */
  readonly limitMs: number;
  readonly now: () => Date;
}

/** Bytes of an answer that are waited for, so that its sender is not cut off; they are not looked at. */
const listenedTo = 65_536;

const letEnd = (answer: IncomingMessage): void => {
  let heard = 0;
  answer.on('data', (chunk: Buffer) => {
    heard += chunk.length;
    if (heard > listenedTo) answer.destroy();
  });
  // Its status was told: whatever comes of the rest.
  answer.on('error', () => undefined);
};

const toldOf = (status: number): Called => {
  const isRedirect = status >= 300 && status < 400;
  const message = `It answered ${status}${isRedirect ? ': redirects are not followed' : ''}`;
  return { done: status >= 200 && status < 300, status, message };
};

/** Ours hold before what the webhook says. */
const headersOf = ({ webhook, id, event, body }: Call, at: Date): Readonly<Record<string, string | number>> => {
  const own = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-strapi-event': event,
    'x-lectern-delivery': id,
    'x-lectern-signature': signatureOf(body, webhook.secret, at),
  };
  const given = Object.entries(webhook.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...Object.fromEntries(given), ...own };
};

/**
 * POSTs it, by a connection of its own. Redirects are not followed, and what is answered beside the status is not read.
 *
 * @returns done where it was answered with 2xx in time; it throws nothing
 */
export const call = (made: Call, { allowPrivate, limitMs, now }: Calling): Promise<Called> =>
  new Promise<Called>((resolve) => {
    const late = AbortSignal.timeout(limitMs);
    const failed = (error: unknown): void => {
      const message = error instanceof Error ? error.message || error.name : String(error);
      resolve({ done: false, message: late.aborted ? `There was no answer in ${limitMs / 1000} s` : message });
    };
    try {
      const url = new URL(made.webhook.url);
      if (!allowPrivate) refusePrivate(url.hostname);
      const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const options = {
        ...{ method: 'POST', agent: false, signal: late, headers: headersOf(made, now()) },
        ...(allowPrivate ? {} : { lookup: publicLookup() }),
      };
      const sent = request(url, options, (answer) => {
        letEnd(answer);
        resolve(toldOf(answer.statusCode ?? 0));
      });
      sent.on('error', failed);
      // Also without an error, when the receiver goes on in another protocol.
      sent.on('close', () => {
        failed(new Error('The connection was closed without an answer'));
      });
      sent.end(made.body);
    } catch (error) {
      failed(error);
    }
  });

// Makes one HTTP call to a webhook: signed, and never to a private address unless the configuration permits it.
import type { IncomingMessage } from 'node:http';
import { createHmac } from 'node:crypto';
import { requestUrl } from '../../platform/openUrl.ts';
import type { Webhook } from './storedWebhooks.ts';

/** The outcome of a call. */
export interface CallOutcome {
  readonly done: boolean;
  readonly status?: number;
  /** Whether the fault is the receiver's and not the event's: no answer came, or one that says that it takes no calls now. */
  readonly isReceiverDown?: boolean;
  readonly message: string;
}

const setting = 'webhooks.allowPrivate';

/** Too many requests, and what a gateway answers for a receiver that does not. */
const unreachableStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * The value of the header `X-Lectern-Signature`: the time of the call in seconds, and the HMAC-SHA-256 of that time
 * and the body.
 */
export const signatureOf = (body: string, secret: string, at: Date): string => {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};

interface WebhookCall {
  readonly webhook: Pick<Webhook, 'url' | 'headers' | 'secret'>;
  /** The id of the delivery. It stays the same for every attempt. */
  readonly id: string;
  readonly event: string;
  readonly body: string;
}

interface CallOptions {
  readonly allowPrivate: boolean;
  /** The timeout of the whole call. */
  readonly limitMs: number;
  readonly now: () => Date;
}

/** How many bytes of the answer are read and ignored, so that the receiver can finish sending it. */
const maxDrainedBytes = 65_536;

const drainAnswer = (answer: IncomingMessage): void => {
  let drained = 0;
  answer.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > maxDrainedBytes) answer.destroy();
  });
  // The status is already known, so errors in the rest of the answer do not matter.
  answer.on('error', () => undefined);
};

const outcomeOf = (status: number): CallOutcome => {
  const isRedirect = status >= 300 && status < 400;
  const message = `The receiver answered ${status}${isRedirect ? ': redirects are not followed' : ''}`;
  const isReceiverDown = unreachableStatuses.has(status);
  return { done: status >= 200 && status < 300, status, message, ...(isReceiverDown ? { isReceiverDown } : {}) };
};

/** The headers of a call. Lectern's own headers replace headers of the webhook with the same name. */
const callHeaders = (
  { webhook, id, event, body }: WebhookCall,
  at: Date,
): Readonly<Record<string, string | number>> => {
  const own = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-strapi-event': event,
    'x-lectern-delivery': id,
    'x-lectern-signature': signatureOf(body, webhook.secret, at),
  };
  const configured = Object.entries(webhook.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...Object.fromEntries(configured), ...own };
};

/**
 * Sends a POST request over its own connection. Redirects are not followed, and the body of the answer is ignored.
 *
 * @returns `done` is true if the receiver answered 2xx in time. The promise never rejects.
 */
export const callWebhook = (
  webhookCall: WebhookCall,
  { allowPrivate, limitMs, now }: CallOptions,
): Promise<CallOutcome> =>
  new Promise<CallOutcome>((resolve) => {
    const timeout = AbortSignal.timeout(limitMs);
    const fail = (error: unknown): void => {
      const message = error instanceof Error ? error.message || error.name : String(error);
      resolve({
        done: false,
        isReceiverDown: true,
        message: timeout.aborted ? `There was no answer in ${limitMs / 1000} s` : message,
      });
    };
    try {
      const url = new URL(webhookCall.webhook.url);
      const headers = callHeaders(webhookCall, now());
      const options = { method: 'POST', headers, allowPrivate, setting, signal: timeout };
      const sent = requestUrl(url, options, (answer) => {
        drainAnswer(answer);
        resolve(outcomeOf(answer.statusCode ?? 0));
      });
      sent.on('error', fail);
      // The connection can also close without an error, when the receiver switches to another protocol.
      sent.on('close', () => {
        fail(new Error('The connection was closed without an answer'));
      });
      sent.end(webhookCall.body);
    } catch (error) {
      fail(error);
    }
  });

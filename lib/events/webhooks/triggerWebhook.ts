// Calls a webhook once as a test, with the event of Strapi's test.
import { randomUUID } from 'node:crypto';
import type { Config } from '../../platform/config/index.ts';
import { callWebhook } from './callWebhook.ts';
import { webhooksCollection } from './storedWebhooks.ts';
import { webhookNotFound, type WebhooksContext } from './webhooks.ts';

interface TestContext extends Pick<WebhooksContext, 'database' | 'now'> {
  readonly config: Pick<Config, 'webhooks'>;
}

/** The answer of the receiver; the status 500 with a message if no answer came. */
export interface TestAnswer {
  readonly statusCode: number;
  /** Absent if the receiver accepted the call. */
  readonly message?: string;
}

/** As long as Strapi waits. */
const limitMs = 10_000;

const event = 'trigger-test';

/**
 * Calls a webhook, also a disabled one, with a signed body of the event and its time. The call is not stored, so it is
 * not repeated.
 *
 * @throws ApiError 404 if there is no such webhook
 */
export const triggerWebhook = async ({ database, config, now }: TestContext, id: number): Promise<TestAnswer> => {
  const webhook = await webhooksCollection(await database.get()).findOne({ _id: id });
  if (webhook === null) throw webhookNotFound();
  const { done, status, message } = await callWebhook(
    { webhook, id: randomUUID(), event, body: JSON.stringify({ event, createdAt: now() }) },
    { allowPrivate: config.webhooks.allowPrivate, limitMs, now },
  );
  return { statusCode: status ?? 500, ...(done ? {} : { message }) };
};

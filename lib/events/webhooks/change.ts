// Webhooks are made, listed, changed and deleted: each change is one atomic update.
import { randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import { collections, tryBriefly, type Database, type Sequences } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { NewWebhook, WebhookChange } from './body.ts';
import { deliveriesIn, webhooksIn, type Webhook } from './stored.ts';

/** What webhooks are made with; a service has it. */
export interface WebhooksContext {
  readonly database: Database;
  readonly sequences: Pick<Sequences, 'next'>;
  readonly now: () => Date;
}

/** A webhook as it is answered. Its headers are, whatever they hold: who changes them gives all of them. */
export type ShownWebhook = Omit<Webhook, '_id' | 'secret'> & { readonly id: number };

/** With its secret, which nobody can read again. */
export type WebhookWithSecret = ShownWebhook & { readonly secret: string };

const notFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Webhook not found');

const answered = ({ _id: id, name, url, headers, events, ...rest }: Webhook): ShownWebhook => ({
  ...{ id, name, url, headers, events },
  contentTypes: rest.contentTypes,
  isEnabled: rest.isEnabled,
  debounce: rest.debounce,
  createdAt: rest.createdAt,
  updatedAt: rest.updatedAt,
});

const newSecret = (): string => randomBytes(32).toString('hex');

const webhooksOf = async ({ database }: Pick<WebhooksContext, 'database'>): Promise<Collection<Webhook>> =>
  webhooksIn(await database.get());

/** In the order they were made. */
export const listWebhooks = async (context: WebhooksContext): Promise<readonly ShownWebhook[]> =>
  (await (await webhooksOf(context)).find().sort({ createdAt: 1, _id: 1 }).toArray()).map(answered);

/** @throws ApiError 404 where there is none */
export const webhookWith = async (context: Pick<WebhooksContext, 'database'>, id: number): Promise<ShownWebhook> => {
  const found = await (await webhooksOf(context)).findOne({ _id: id });
  if (found === null) throw notFound();
  return answered(found);
};

/**
 * @param wanted what is not said: no headers, all content types, enabled, a call an event, a secret that is made
 * @returns the webhook; its `secret` is shown this once
 */
export const createWebhook = async (context: WebhooksContext, wanted: NewWebhook): Promise<WebhookWithSecret> => {
  const now = context.now();
  const secret = wanted.secret ?? newSecret();
  const stored: Webhook = {
    ...{ headers: {}, contentTypes: null, isEnabled: true, debounce: 0, ...wanted, secret },
    _id: await context.sequences.next(collections.webhooks),
    createdAt: now,
    updatedAt: now,
  };
  await (await webhooksOf(context)).insertOne(stored);
  return { ...answered(stored), secret };
};

/**
 * @param change what it does not say stays
 * @returns the webhook, with its `secret` where that was changed
 * @throws ApiError 404 where there is none
 */
export const updateWebhook = async (
  context: WebhooksContext,
  id: number,
  change: WebhookChange,
): Promise<ShownWebhook | WebhookWithSecret> => {
  const { secret: given, ...rest } = change;
  const secret = given === undefined ? {} : { secret: given ?? newSecret() };
  const updated = await (
    await webhooksOf(context)
  ).findOneAndUpdate(
    { _id: id },
    { $set: { ...rest, ...secret, updatedAt: context.now() } },
    { returnDocument: 'after' },
  );
  if (updated === null) throw notFound();
  return { ...answered(updated), ...secret };
};

/**
 * Its deliveries go with it. The relay deletes those that it makes at this moment, and those that another
 * transaction holds.
 *
 * @returns what it was
 * @throws ApiError 404 where there is none
 */
export const deleteWebhook = async (context: WebhooksContext, id: number): Promise<ShownWebhook> => {
  const deleted = await (await webhooksOf(context)).findOneAndDelete({ _id: id });
  if (deleted === null) throw notFound();
  const deliveries = deliveriesIn(await context.database.get());
  await tryBriefly((options) => deliveries.deleteMany({ webhook: id }, options));
  return answered(deleted);
};

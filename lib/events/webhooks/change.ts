// Creates, lists, changes and deletes webhooks. Each change is one atomic update.
import { randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import { collections, tryBriefly, type Database, type Sequences } from '../../platform/db/index.ts';
import { ApiError } from '../../errors.ts';
import type { NewWebhook, WebhookChange } from './body.ts';
import { deliveriesIn, webhooksIn, type Webhook } from './stored.ts';

/** What these functions need. A service has it. */
export interface WebhooksContext {
  readonly database: Database;
  readonly sequences: Pick<Sequences, 'next'>;
  readonly now: () => Date;
}

/** A webhook in an answer. It includes the headers with their values, because a change must send all headers. */
export type ShownWebhook = Omit<Webhook, '_id' | 'secret'> & { readonly id: number };

/** A webhook with its secret. Only the answer to creating it or changing its secret has it. */
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

/** Returns all webhooks, oldest first. */
export const listWebhooks = async (context: WebhooksContext): Promise<readonly ShownWebhook[]> =>
  (await (await webhooksOf(context)).find().sort({ createdAt: 1, _id: 1 }).toArray()).map(answered);

/** @throws ApiError 404 if there is no such webhook */
export const webhookWith = async (context: Pick<WebhooksContext, 'database'>, id: number): Promise<ShownWebhook> => {
  const found = await (await webhooksOf(context)).findOne({ _id: id });
  if (found === null) throw notFound();
  return answered(found);
};

/**
 * Creates a webhook. Defaults: no headers, all content types, enabled, one call for each event, a generated secret.
 *
 * @returns the webhook with its `secret`, which no other answer shows
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
 * @param change missing values stay as they are
 * @returns the webhook; with its `secret` if that was changed
 * @throws ApiError 404 if there is no such webhook
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
 * Deletes a webhook and its deliveries. The relay deletes deliveries that it stores at this moment or that another
 * transaction holds.
 *
 * @returns the deleted webhook
 * @throws ApiError 404 if there is no such webhook
 */
export const deleteWebhook = async (context: WebhooksContext, id: number): Promise<ShownWebhook> => {
  const deleted = await (await webhooksOf(context)).findOneAndDelete({ _id: id });
  if (deleted === null) throw notFound();
  const deliveries = deliveriesIn(await context.database.get());
  await tryBriefly((options) => deliveries.deleteMany({ webhook: id }, options));
  return answered(deleted);
};

// Creates, lists, changes and deletes webhooks. Each change is one atomic update.
import { randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import { changedNames, recordChange, type AuditEntry, type RecordingContext } from '../../platform/audit/index.ts';
import { collections, withBriefLockWait, type Database, type Sequences } from '../../platform/db/index.ts';
import { pickProperties } from '../../contracts/index.ts';
import { ApiError, invalidValues } from '../../errors.ts';
import { webhookContract } from './contract.ts';
import type { NewWebhook, WebhookChange } from './webhookBody.ts';
import { hideValues, keepsValues, resolveValues } from './webhookHeaders.ts';
import { deliveriesCollection, webhooksCollection, type Webhook } from './storedWebhooks.ts';

/** What these functions need. A service has it. */
export interface WebhooksContext extends RecordingContext {
  readonly sequences: Pick<Sequences, 'next'>;
}

/** A webhook in an answer. Its headers have no values: a change that sends them back keeps what is stored. */
export type WebhookAnswer = Omit<Webhook, '_id' | 'secret'> & { readonly id: number };

/** A webhook with its secret. Only the answer to creating it or changing its secret has it. */
export type WebhookWithSecret = WebhookAnswer & { readonly secret: string };

export const webhookNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Webhook not found');

const toWebhookAnswer = ({ _id: id, headers, ...rest }: Webhook): WebhookAnswer =>
  pickProperties(webhookContract.schemas.Webhook, { id, headers: hideValues(headers), ...rest });

const newSecret = (): string => randomBytes(32).toString('hex');

const webhookCollection = async ({
  database,
}: {
  readonly database: Pick<Database, 'get'>;
}): Promise<Collection<Webhook>> => webhooksCollection(await database.get());

const auditEntry = (action: AuditEntry['action'], { _id, name }: Webhook, changed?: readonly string[]): AuditEntry => ({
  action,
  target: { type: 'webhook', id: String(_id), name },
  ...(changed === undefined ? {} : { changed }),
});

/** Returns all webhooks, oldest first. */
export const listWebhooks = async (context: WebhooksContext): Promise<readonly WebhookAnswer[]> =>
  (await (await webhookCollection(context)).find().sort({ createdAt: 1, _id: 1 }).toArray()).map(toWebhookAnswer);

/** @throws ApiError 404 if there is no such webhook */
export const findWebhookById = async (
  context: Pick<WebhooksContext, 'database'>,
  id: number,
): Promise<WebhookAnswer> => {
  const found = await (await webhookCollection(context)).findOne({ _id: id });
  if (found === null) throw webhookNotFound();
  return toWebhookAnswer(found);
};

/**
 * Creates a webhook. Defaults: no headers, all content types, enabled, one call for each event, a generated secret.
 *
 * @returns the webhook with its `secret`, which no other answer shows
 */
export const createWebhook = async (context: WebhooksContext, values: NewWebhook): Promise<WebhookWithSecret> => {
  const now = context.now();
  const secret = values.secret ?? newSecret();
  const stored: Webhook = {
    ...{ contentTypes: null, isEnabled: true, debounce: 0, ...values, secret },
    headers: resolveValues(values.headers ?? {}, {}),
    _id: await context.sequences.next(collections.webhooks),
    createdAt: now,
    updatedAt: now,
  };
  await recordChange(
    context,
    ({ db, options }) => webhooksCollection(db).insertOne(stored, options),
    () => auditEntry('webhook.create', stored),
  );
  return { ...toWebhookAnswer(stored), secret };
};

/** @throws ApiError 400 if stored header values would go to another origin, where whoever changed the address could read them */
const checkDestination = ({ url, headers }: Webhook, next: string | undefined): void => {
  if (next === undefined || Object.keys(headers).length === 0 || new URL(url).origin === new URL(next).origin) return;
  const message = 'headers must have their values again, because url leads to another origin';
  throw invalidValues([{ path: ['headers'], message, value: undefined }]);
};

/**
 * @param change missing values stay as they are
 * @returns the webhook; with its `secret` if that was changed
 * @throws ApiError 404 if there is no such webhook; 400 for a header without a value
 */
export const updateWebhook = async (
  context: WebhooksContext,
  id: number,
  change: WebhookChange,
): Promise<WebhookAnswer | WebhookWithSecret> => {
  const { secret: newValue, ...rest } = change;
  const secret = newValue === undefined ? {} : { secret: newValue ?? newSecret() };
  const webhooks = await webhookCollection(context);
  for (;;) {
    const keeps = keepsValues(rest.headers);
    const stored = keeps || rest.url !== undefined ? await webhooks.findOne({ _id: id }) : undefined;
    if (stored === null) throw webhookNotFound();
    if (stored !== undefined && (keeps || rest.headers === undefined)) checkDestination(stored, rest.url);
    const headers = rest.headers === undefined ? {} : { headers: resolveValues(rest.headers, stored?.headers ?? {}) };
    const values = { ...rest, ...headers, ...secret, updatedAt: context.now() };
    const before = await recordChange(
      context,
      (unit) =>
        webhooksCollection(unit.db).findOneAndUpdate(
          // The values that stay are those of this moment.
          { _id: id, ...(stored === undefined ? {} : { headers: stored.headers }) },
          { $set: values },
          { ...unit.options, returnDocument: 'before' },
        ),
      (one) => (one === null ? undefined : auditEntry('webhook.update', one, changedNames(one, { ...one, ...values }))),
    );
    if (before !== null) return { ...toWebhookAnswer({ ...before, ...values }), ...secret };
    if (stored === undefined) throw webhookNotFound();
  }
};

/**
 * Deletes a webhook and its deliveries. The relay deletes deliveries that it stores at this moment or that another
 * transaction holds.
 *
 * @returns the deleted webhook
 * @throws ApiError 404 if there is no such webhook
 */
export const deleteWebhook = async (context: WebhooksContext, id: number): Promise<WebhookAnswer> => {
  const deleted = await recordChange(
    context,
    ({ db, options }) => webhooksCollection(db).findOneAndDelete({ _id: id }, options),
    (one) => (one === null ? undefined : auditEntry('webhook.delete', one)),
  );
  if (deleted === null) throw webhookNotFound();
  const deliveries = deliveriesCollection(await context.database.get());
  await withBriefLockWait((options) => deliveries.deleteMany({ webhook: id }, options));
  return toWebhookAnswer(deleted);
};

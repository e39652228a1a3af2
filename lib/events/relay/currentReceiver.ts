// Finds how to call a receiver now.
import { standaloneOperations } from '../../platform/db/index.ts';
import { callWebhook, webhooksCollection, type ReceiverId } from '../webhooks/index.ts';
import { callBody, type Receiver } from './receiver.ts';
import type { DeliveryContext } from './deliveryContext.ts';

/**
 * Reads a webhook before each call, because it can change; receivers of the code cannot.
 *
 * @returns undefined for a webhook that is deleted or disabled, and for a receiver that this process's code does not have
 * @throws MongoError when the database does not answer
 */
export const currentReceiver = async (
  { service, deployed }: DeliveryContext,
  _id: ReceiverId,
): Promise<Receiver | undefined> => {
  if (typeof _id === 'string') return deployed.get(_id);
  const { db } = await standaloneOperations(service.database);
  const webhook = await webhooksCollection(db).findOne({ _id, isEnabled: true });
  if (webhook === null) return undefined;
  const { allowPrivate } = service.config.webhooks;
  return {
    debounce: webhook.debounce,
    call: ({ id, payload, more }, limitMs) =>
      callWebhook(
        { webhook, id, event: payload.event, body: callBody(payload, more) },
        { allowPrivate, limitMs, now: service.now },
      ),
  };
};

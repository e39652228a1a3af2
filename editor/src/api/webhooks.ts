// Webhooks and their deliveries.
import { queryOptions } from '@tanstack/react-query';
import { get, request } from './client.ts';

/** The events that a webhook can receive. */
export const webhookEvents = [
  'entry.create',
  'entry.update',
  'entry.publish',
  'entry.unpublish',
  'entry.draft-discard',
  'entry.delete',
  'media.create',
  'media.update',
  'media.delete',
  'releases.publish',
  'review-workflows.updateEntryStage',
] as const;

export interface WebhookBody {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  /** Uids; null: all types. */
  readonly contentTypes: readonly string[] | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly isEnabled: boolean;
  /** Seconds. */
  readonly debounce: number;
}

export interface Webhook extends WebhookBody {
  readonly id: number;
}

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly createdAt: string;
  readonly uid: string;
  readonly documentId: string;
  readonly state: 'waiting' | 'parked';
  readonly attempts: number;
  readonly due: string;
  readonly lastAttempt: { readonly at: string; readonly status?: number; readonly message: string } | null;
}

const path = '/admin/webhooks';

export const webhooksKey = ['webhooks'] as const;

export const webhooksQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: async () => (await get<{ data: readonly Webhook[] }>(path)).data,
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, id],
    queryFn: async () => (await get<{ data: Webhook }>(`${path}/${encodeURIComponent(id)}`)).data,
  });

/** @param page from 1 */
export const deliveriesQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [...webhooksKey, id, 'deliveries', page],
    queryFn: () =>
      get<{ data: readonly Delivery[]; meta: { pagination: { pageCount: number } } }>(`${path}/${id}/deliveries`, {
        query: { 'pagination[page]': page, 'pagination[pageSize]': 25 },
      }),
    refetchInterval: 10_000,
  });

/** @returns the secret that signs its calls; it is in no later answer @throws ApiError */
export const createWebhook = async (webhook: WebhookBody): Promise<Webhook & { readonly secret: string }> =>
  (await request<{ data: Webhook & { readonly secret: string } }>(path, { method: 'POST', body: webhook })).body.data;

/** @throws ApiError */
export const updateWebhook = async (id: number, webhook: Partial<WebhookBody>): Promise<void> => {
  await request(`${path}/${id}`, { method: 'PUT', body: webhook });
};

/** @throws ApiError */
export const deleteWebhook = async (id: number): Promise<void> => {
  await request(`${path}/${id}`, { method: 'DELETE' });
};

/** @returns the status of the receiver's answer, with a message if it did not accept the call @throws ApiError */
export const testWebhook = async (id: number): Promise<{ readonly statusCode: number; readonly message?: string }> =>
  (await request<{ data: { statusCode: number; message?: string } }>(`${path}/${id}/trigger`, { method: 'POST' })).body
    .data;

/** @param deliveries the ids of parked deliveries; absent: all @returns their number @throws ApiError */
export const replayDeliveries = async (id: number, deliveries?: readonly string[]): Promise<number> => {
  const body = deliveries === undefined ? {} : { deliveries };
  const answer = await request<{ data: { replayed: number } }>(`${path}/${id}/replay`, { method: 'POST', body });
  return answer.body.data.replayed;
};

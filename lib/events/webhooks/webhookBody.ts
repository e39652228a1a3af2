// Reads the values of a webhook, from a body or the command line.
import { checkBody } from '../../contracts/index.ts';
import type { InvalidValue } from '../../errors.ts';
import { urlFault } from '../../platform/publicHosts.ts';
import { didYouMean, type ContentType, type Schema } from '../../schema/index.ts';
import { webhookContract } from './contract.ts';
import { headerFaults } from './webhookHeaders.ts';
import type { Webhook } from './storedWebhooks.ts';

/** The values of a webhook that can be set. If `secret` is null, Lectern generates one. */
export type WebhookBody = Omit<Webhook, '_id' | 'secret' | 'createdAt' | 'updatedAt'> & {
  readonly secret: string | null;
};

type RequiredKey = 'name' | 'url' | 'events';

/** The values of a new webhook. Missing values get defaults. */
export type NewWebhook = Pick<WebhookBody, RequiredKey> & Partial<Omit<WebhookBody, RequiredKey>>;

/** Missing values stay as they are. */
export type WebhookChange = Partial<WebhookBody>;

/** What the check of a body needs. A service has it. */
export interface WebhookBodyContext {
  readonly schema: Schema;
  readonly config: { readonly webhooks: { readonly allowPrivate: boolean } };
}

/**
 * The site's own types. Files have `media.…` events, which do not depend on the types; users and roles have no
 * events.
 */
const siteTypes = ({ served }: Schema): readonly ContentType[] => [...served.values()];

/** The uid of a type, from its uid or its singular name (`article`). */
const uidOfName = (name: string, schema: Schema): string | undefined => {
  const types = siteTypes(schema);
  return (types.find(({ uid }) => uid === name) ?? types.find(({ singularName }) => singularName === name))?.uid;
};

const typeFaults = (names: readonly string[], schema: Schema): readonly InvalidValue[] =>
  names.flatMap((name, index) => {
    if (uidOfName(name, schema) !== undefined) return [];
    const known = siteTypes(schema).map(({ uid, singularName }) => (name.includes('::') ? uid : singularName));
    const message = `there is no content type "${name}"${didYouMean(name, known)}`;
    return [{ path: ['contentTypes', String(index)], message, value: name }];
  });

const siteFaults = (
  { url, headers, contentTypes }: WebhookChange,
  { schema, config }: WebhookBodyContext,
): readonly InvalidValue[] => {
  const rule = url === undefined ? undefined : urlFault(url, config.webhooks.allowPrivate, 'webhooks.allowPrivate');
  return [
    ...(rule === undefined ? [] : [{ path: ['url'], message: `url ${rule}`, value: undefined }]),
    ...(headers === undefined ? [] : headerFaults(headers)),
    ...typeFaults(contentTypes ?? [], schema),
  ];
};

const unique = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

/** The values as they are stored: each event once, and each type by its uid. */
const normalize = <T extends WebhookChange>({ events, contentTypes, ...rest }: T, { schema }: WebhookBodyContext) => ({
  ...rest,
  ...(events === undefined ? {} : { events: unique(events) }),
  ...(contentTypes === undefined
    ? {}
    : { contentTypes: contentTypes && unique(contentTypes.flatMap((name) => uidOfName(name, schema) ?? [])) }),
});

/** @throws ApiError 400 naming every invalid value */
export const readNewWebhook = (body: unknown, context: WebhookBodyContext): NewWebhook => {
  const values = checkBody(webhookContract, 'createWebhook', body, (valid) => siteFaults(valid, context));
  return { ...values, ...normalize(values, context) };
};

/** @throws ApiError 400 naming every invalid value */
export const readWebhookChange = (body: unknown, context: WebhookBodyContext): WebhookChange =>
  normalize(
    checkBody(webhookContract, 'updateWebhook', body, (valid) => siteFaults(valid, context)),
    context,
  );

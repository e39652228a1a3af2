// Reads and checks the values of a webhook, from a body or the command line.
import { invalidValues, type InvalidValue } from '../../errors.ts';
import { eventNames } from '../../platform/eventNames.ts';
import { isName, nameRule } from '../../platform/nameRule.ts';
import { plainBody, wrongSecretType, wrongType, type PlainBody } from '../../platform/plainBody.ts';
import { didYouMean, type ContentType, type Schema } from '../../schema/index.ts';
import { headerFaults } from './webhookHeaders.ts';
import type { Webhook } from './storedWebhooks.ts';
import { urlFault } from './webhookUrl.ts';

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

const maxName = 255;
const secretLength = { least: 32, most: 255 };
const maxDebounce = 3600;

type Check = (value: unknown, context: WebhookBodyContext) => readonly InvalidValue[];

const fault = (name: string, rule: string, value: unknown): readonly InvalidValue[] => [
  { path: [name], message: `${name} ${rule}`, value },
];

const nameFaults: Check = (name) => {
  if (typeof name !== 'string') return [wrongType(['name'], 'string', name)];
  const text = name.trim();
  if (text === '') return fault('name', 'is a required field', name);
  if (text.length > maxName) return fault('name', `must be at most ${maxName} characters`, name);
  return isName(text) ? [] : fault('name', `must be ${nameRule}`, name);
};

/** The error does not repeat the URL, because its query and its user part may contain a password. */
const urlFaults: Check = (url, { config }) => {
  if (typeof url !== 'string') return [wrongSecretType(['url'], 'string')];
  const rule = urlFault(url, config.webhooks.allowPrivate);
  return rule === undefined ? [] : fault('url', rule, undefined);
};

/** Faults of a list that must have items, each a string that `rule` accepts. */
const listFaults = (name: string, list: unknown, rule: (item: string) => string | undefined) => {
  if (!Array.isArray(list)) return [wrongType([name], 'array', list)];
  if (list.length === 0) return fault(name, 'must have at least 1 items', list);
  return list.flatMap((item: unknown, index): readonly InvalidValue[] => {
    const path = [name, String(index)];
    if (typeof item !== 'string') return [wrongType(path, 'string', item)];
    const message = rule(item);
    return message === undefined ? [] : [{ path, message, value: item }];
  });
};

const eventFaults: Check = (events) =>
  listFaults('events', events, (event) =>
    eventNames.some((known) => known === event)
      ? undefined
      : `Webhook event ${event} is not supported${didYouMean(event, eventNames)}`,
  );

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

const contentTypeFaults: Check = (value, { schema }) => {
  if (value === null) return [];
  return listFaults('contentTypes', value, (name) => {
    if (uidOfName(name, schema) !== undefined) return undefined;
    const names = siteTypes(schema).map(({ uid, singularName }) => (name.includes('::') ? uid : singularName));
    return `there is no content type "${name}"${didYouMean(name, names)}`;
  });
};

const enabledFaults: Check = (isEnabled) =>
  typeof isEnabled === 'boolean' ? [] : [wrongType(['isEnabled'], 'boolean', isEnabled)];

const secretFaults: Check = (secret) => {
  if (secret === null) return [];
  if (typeof secret !== 'string') return [wrongSecretType(['secret'], 'string')];
  const { least, most } = secretLength;
  const rule = `must be ${least} to ${most} ASCII characters without spaces, or null to generate one`;
  return secret.length >= least && secret.length <= most && /^[\x21-\x7e]+$/.test(secret)
    ? []
    : fault('secret', rule, undefined);
};

const debounceFaults: Check = (debounce) =>
  typeof debounce === 'number' && Number.isInteger(debounce) && debounce >= 0 && debounce <= maxDebounce
    ? []
    : fault('debounce', `must be seconds, a whole number from 0 to ${maxDebounce}`, debounce);

const checks: Readonly<Record<keyof WebhookBody, Check>> = {
  name: nameFaults,
  url: urlFaults,
  headers: headerFaults,
  events: eventFaults,
  contentTypes: contentTypeFaults,
  isEnabled: enabledFaults,
  secret: secretFaults,
  debounce: debounceFaults,
};

const requiredKeys: readonly string[] = ['name', 'url', 'events'] satisfies readonly RequiredKey[];

const unique = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

/** The values as they are stored: the name trimmed, each event once, and each type by its uid. */
const normalize = (body: WebhookChange, { schema }: WebhookBodyContext): WebhookChange => ({
  ...body,
  ...(body.name === undefined ? {} : { name: body.name.trim() }),
  ...(body.events === undefined ? {} : { events: unique(body.events) }),
  ...(body.contentTypes === undefined || body.contentTypes === null
    ? {}
    : { contentTypes: unique(body.contentTypes.flatMap((name) => uidOfName(name, schema) ?? [])) }),
});

const readBody = (value: unknown, context: WebhookBodyContext, required: readonly string[]): WebhookChange => {
  const body: PlainBody = plainBody(value, Object.keys(checks));
  const faults = Object.entries(checks).flatMap(([name, check]) => {
    const value = body[name];
    if (value !== undefined) return check(value, context);
    return required.includes(name) ? fault(name, 'is a required field', value) : [];
  });
  if (faults.length > 0) throw invalidValues(faults);
  // Options missing on the command line are undefined and must not be stored as null.
  const provided: WebhookChange = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  return normalize(provided, context); // checked
};

/** @throws ApiError 400 naming every invalid value */
export const readNewWebhook = (value: unknown, context: WebhookBodyContext): NewWebhook =>
  readBody(value, context, requiredKeys) as NewWebhook; // the required keys were checked

/** @throws ApiError 400 naming every invalid value */
export const readWebhookChange = (value: unknown, context: WebhookBodyContext): WebhookChange =>
  readBody(value, context, []);

// Defines the schemas that are the same on every site.
import { tokenTypes } from '../../platform/access/index.ts';
import { eventNames } from '../../events/webhooks/index.ts';
import type { Schema } from '../../schema/index.ts';
import { blocks } from './bodies.ts';
import { linkSchemas } from './links.ts';
import type { JsonSchema } from './types.ts';
import { closed, flag, identified, integer, listOf, moment, orNull, text, timed, whole } from './words.ts';

const ErrorDetails = whole({
  status: integer,
  name: text,
  message: text,
  details: { type: 'object', description: 'the faults with their paths, as data' },
});

const Pagination: JsonSchema = {
  description: 'by page, by offset, or by cursor',
  anyOf: [
    closed({ page: integer, pageSize: integer, pageCount: integer, total: integer }, ['page', 'pageSize']),
    closed({ start: integer, limit: integer, total: integer }, ['start', 'limit']),
    closed({ pageSize: integer, nextCursor: orNull(text), total: integer }, ['pageSize', 'nextCursor']),
  ],
};

const condition = { own: flag, filters: { type: 'object' } };

/** `{"api::article": {controllers: {article: {find: {enabled}}}}}` */
const Permissions: JsonSchema = {
  type: 'object',
  additionalProperties: closed({
    controllers: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: closed({ enabled: flag, policy: text, ...condition }, ['enabled']),
      },
    },
  }),
};

const token = {
  ...{ id: integer, name: text, description: text, type: { type: 'string', enum: tokenTypes } },
  lifespan: { type: ['integer', 'null'], description: 'milliseconds; null: it never expires' },
  ...{ lastUsedAt: orNull(moment), expiresAt: orNull(moment), createdAt: moment, updatedAt: moment },
  permissions: listOf(text),
};

const webhook = {
  ...{ id: integer, name: text, url: text, headers: { type: 'object', additionalProperties: text } },
  events: listOf({ type: 'string', enum: eventNames }),
  ...{ contentTypes: orNull(listOf(text)), isEnabled: flag, debounce: integer, createdAt: moment, updatedAt: moment },
};

const Delivery = whole({
  ...{ id: text, event: { type: 'string', enum: eventNames }, createdAt: moment, uid: text, documentId: text },
  ...{ state: { type: 'string', enum: ['waiting', 'parked'] }, since: moment, attempts: integer, due: moment },
  lastAttempt: orNull(closed({ at: moment, status: integer, message: text }, ['at', 'message'])),
});

/** Names separated by dots. */
const path = '^[A-Za-z_][\\w-]*(\\.[A-Za-z_][\\w-]*)+';

const axis: JsonSchema = { type: 'number', minimum: 0, maximum: 100 };

const FileInfo: JsonSchema = closed({
  name: { type: 'string', minLength: 1 },
  alternativeText: orNull(text),
  caption: orNull(text),
  focalPoint: orNull(whole({ x: axis, y: axis })),
});

export const sharedSchemas = (schema: Schema): Readonly<Record<string, JsonSchema>> => ({
  Error: whole({ data: { type: 'null' }, error: { $ref: '#/components/schemas/ErrorDetails' } }),
  ErrorDetails,
  Pagination,
  DocumentMeta: {
    ...closed({ status: { type: 'string', enum: ['draft', 'modified', 'published'] } }),
    description: 'only with drafts: how the draft differs from the published version',
  },
  ListMeta: whole({ pagination: { $ref: '#/components/schemas/Pagination' } }),
  BulkTarget: whole({ documentId: { ...text, minLength: 1 } }),
  BulkFailure: whole({ status: integer, error: { $ref: '#/components/schemas/ErrorDetails' } }),
  Count: { ...whole({ count: integer }), description: 'the number of entries, in a populate with `count`' },
  Ok: whole({ ok: { const: true } }),
  Health: whole({ status: { const: 'ok' } }),
  Blocks: blocks(),
  SortPath: { ...text, pattern: `${path}(:(asc|desc))?$`, description: 'through relations and components' },
  PopulatePath: { ...text, pattern: `${path}$`, description: 'through relations, components and zones' },
  ...linkSchemas([...schema.types.keys()]),
  Locale: whole({ ...identified, name: text, code: text, ...timed, isDefault: flag }),
  Permissions,
  Token: whole(token),
  ShownToken: whole({ ...token, accessKey: text }),
  FileInfo,
  Webhook: whole(webhook),
  ShownWebhook: whole({ ...webhook, secret: text }),
  Delivery,
  PreviewLink: whole({ url: text, token: text, expiresAt: moment }),
});

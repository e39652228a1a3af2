// The parameters of requests: what lib/query knows of each, as far as OpenAPI has words for it.
import { operators, publications } from '../query/index.ts';
import type { ContentType, JsonObject } from '../schema/index.ts';
import { populatedOf, scalarsOf } from './attributes.ts';
import { valueOf } from './reading.ts';
import type { Context, JsonSchema } from './types.ts';
import { closed, flag, text } from './words.ts';

const inQuery = (name: string, description: string, schema: JsonSchema, more: JsonObject = {}): JsonObject => ({
  ...{ name, in: 'query', description, schema },
  ...more,
});

const deep = { style: 'deepObject', explode: true } as const;

/** With commas between them. */
const commas = { style: 'form', explode: false } as const;

export const inPath = (name: string, description: string, schema: JsonSchema): JsonObject => ({
  ...{ name, in: 'path', required: true, description, schema },
});

/** @param example one that there is, or might be */
export const documentIdLike = (example: unknown): JsonObject => ({
  ...inPath('documentId', 'which document', { type: 'string', minLength: 1 }),
  example,
});

const filters = (type: ContentType): JsonObject =>
  inQuery(
    'filters',
    `Which documents. \`filters[attribute]=value\` compares; \`filters[attribute][operator]=value\` takes ${[...operators.keys()].map((name) => `\`${name}\``).join(', ')}. ` +
      'Conditions go through relations and components — `filters[relation][attribute]=value` — and are put together by `$and`, `$or` and `$not`.',
    {
      type: 'object',
      // Whatever text is sent is read as what the attribute is.
      properties: Object.fromEntries(
        scalarsOf(type).map((attribute) => {
          const { type: of, enum: words, format } = valueOf(attribute);
          const plain = Array.isArray(of) ? (of as readonly string[])[0] : of;
          const sent = plain === undefined || plain === 'array' ? 'string' : plain;
          return [
            attribute.name,
            {
              type: sent,
              ...(format === undefined ? {} : { format }),
              ...(Array.isArray(words) ? { enum: words.filter((word) => word !== null) } : {}),
            },
          ];
        }),
      ),
    },
    // What shows it would begin with one of everything.
    { ...deep, example: {} },
  );

const isSorted = ({ value }: { readonly value: string }): boolean => value !== 'json' && value !== 'blocks';

const sort = (type: ContentType): JsonObject => {
  const names = scalarsOf(type).filter(isSorted);
  const words = names.flatMap(({ name }) => [name, `${name}:asc`, `${name}:desc`]);
  const through = { type: 'string', pattern: '^[A-Za-z_][\\w-]*(\\.[A-Za-z_][\\w-]*)+(:(asc|desc))?$' };
  return inQuery(
    'sort',
    'In which order: attributes, also of to-one relations and components (`relation.attribute:desc`). Without it in the order of creation.',
    { type: 'array', items: { anyOf: [{ type: 'string', enum: words }, through] } },
    commas,
  );
};

const fields = (type: ContentType): JsonObject =>
  inQuery(
    'fields',
    'Which values; `id` and `documentId` always come. Without it all of them.',
    { type: 'array', items: { type: 'string', enum: ['*', ...scalarsOf(type).map(({ name }) => name)] } },
    commas,
  );

const populate = (type: ContentType, { config }: Pick<Context, 'config'>): JsonObject => {
  const { maxDepth, maxPopulated } = config.api.rest;
  const names = populatedOf(type).map(({ name }) => name);
  const deeper = { type: 'string', pattern: '^[A-Za-z_][\\w-]*(\\.[A-Za-z_][\\w-]*)+$' };
  return inQuery(
    'populate',
    'Which relations, media, components and zones come with it: `*`, names, paths (`relation.relation`), or objects — `populate[name][fields]`, ' +
      `\`[filters]\`, \`[sort]\`, \`[populate]\`, \`[count]\`, \`[start]\`, \`[limit]\`, \`[on]\` —, at most ${maxDepth} levels deep and ${maxPopulated} in all.`,
    {
      type: 'array',
      items: {
        anyOf: [{ type: 'string', enum: ['*', ...names, ...(type.localized ? ['localizations'] : [])] }, deeper],
      },
    },
    commas,
  );
};

const pagination = ({ config }: Pick<Context, 'config'>): JsonObject => {
  const { defaultLimit, maxLimit, withCount } = config.api.rest;
  const size = { type: 'integer', minimum: 1, maximum: maxLimit, description: `${defaultLimit} where it is not said` };
  return inQuery(
    'pagination',
    'How many and from where: by `page` and `pageSize`, by `start` and `limit`, or by `cursor` — empty at first, then `nextCursor` of the answer before — and `pageSize`.',
    closed({
      page: { type: 'integer', minimum: 1 },
      pageSize: size,
      start: { type: 'integer', minimum: 0 },
      limit: size,
      cursor: text,
      withCount: { type: 'boolean', description: `${withCount} where it is not said` },
    }),
    { ...deep, example: { page: 1 } },
  );
};

const search = inQuery('_q', 'Documents that hold this text, in any case.', text);

const status = inQuery('status', 'Which version. Drafts are for who works on them.', {
  ...{ type: 'string', enum: ['draft', 'published'], default: 'published' },
});

/** @param all whether it may be `*` */
export const locale = (all: boolean): JsonObject =>
  inQuery(
    'locale',
    `In which locale; the default one where it is not said${all ? '; `*`: in all of them' : ''}.`,
    text,
  );

const fallbackLocale = inQuery(
  'fallbackLocale',
  'The locale that a document comes in where it is missing in the one asked for.',
  text,
);

const publicationFilter = inQuery('publicationFilter', 'Documents by how their versions stand to each other.', {
  ...{ type: 'string', enum: publications },
});

const hasPublishedVersion = inQuery('hasPublishedVersion', 'Whether they have a published version.', flag);

/** A page of some size of a list that has no other. */
const sized = ({ config }: Pick<Context, 'config'>) => ({
  ...{ type: 'integer', minimum: 1, maximum: config.api.rest.maxLimit },
});

/** Of what waits for a webhook. */
export const deliveries = (context: Pick<Context, 'config'>): readonly JsonObject[] => [
  inQuery('state', 'Those that wait, or those that were given up.', { type: 'string', enum: ['waiting', 'parked'] }),
  inQuery(
    'pagination',
    'Which page, and how many on it.',
    {
      ...closed({ page: { type: 'integer', minimum: 1, maximum: 1_000_000 }, pageSize: sized(context) }),
    },
    { ...deep, example: { page: 1 } },
  ),
];

/** Of what changed. */
export const syncing = (context: Pick<Context, 'config'>): readonly JsonObject[] => [
  inQuery('since', 'The `meta.next` of the answer before; without it everything is answered.', text),
  inQuery(
    'types',
    'Which types, as their paths call them, and `upload/files`; without it all that the caller may find.',
    { type: 'array', items: text },
    commas,
  ),
  inQuery('locale', 'In which locale; without it, and with `*`, in all of them.', text),
  inQuery('pagination', 'How many changes at the most.', closed({ limit: sized(context) }), {
    ...{ ...deep, example: { limit: 25 } },
  }),
];

const preview = inQuery(
  'preview',
  'The token of a preview link: the draft that it is for, without other rights.',
  text,
);

/** Those of what is answered. */
export const selecting = (context: Context, type: ContentType): readonly JsonObject[] => [
  fields(type),
  ...(populatedOf(type).length > 0 || type.localized ? [populate(type, context)] : []),
];

/** Of a read of one document. */
export const readingOne = (context: Context, type: ContentType): readonly JsonObject[] => [
  ...selecting(context, type),
  filters(type),
  ...(type.draftAndPublish ? [status, preview] : []),
  ...(type.localized ? [locale(false), fallbackLocale] : []),
  ifNoneMatch,
];

/** Of a list. */
export const listing = (context: Context, type: ContentType): readonly JsonObject[] => [
  filters(type),
  sort(type),
  pagination(context),
  ...selecting(context, type),
  search,
  ...(type.draftAndPublish ? [status, publicationFilter, hasPublishedVersion] : []),
  ...(type.localized ? [locale(true), fallbackLocale] : []),
  ifNoneMatch,
];

/** Of a write, beside its guards. */
export const writing = (context: Context, type: ContentType): readonly JsonObject[] => [
  ...(type.draftAndPublish ? [status] : []),
  ...(type.localized ? [locale(false)] : []),
  ...selecting(context, type),
];

/** The locale of a delete or of an action. */
export const locales = (type: ContentType): readonly JsonObject[] => (type.localized ? [locale(true)] : []);

const inHeader = (name: string, description: string, schema: JsonSchema): JsonObject => ({
  ...{ name, in: 'header', description, schema },
});

export const ifNoneMatch = inHeader(
  'If-None-Match',
  'The ETag of an answer that is there already: 304 where it is the same.',
  text,
);

export const ifMatch = inHeader(
  'If-Match',
  'The ETag of the document as it was read: 412 where it is another by now.',
  text,
);

export const idempotencyKey = inHeader(
  'Idempotency-Key',
  'The same request with the same key is done once, within 24 hours.',
  {
    ...{ type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
);

/** Of many writes at once. */
export const bulkWriting = (type: ContentType): readonly JsonObject[] => [
  ...(type.draftAndPublish ? [status] : []),
  ...(type.localized ? [locale(true)] : []),
];

/** Of how many there are. */
export const counting = (type: ContentType): readonly JsonObject[] => [filters(type), search];

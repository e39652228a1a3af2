// Describes the routes for locales and API tokens.
import { tokenTypes } from '../../platform/tokenTypes.ts';
import * as parameters from './parameters.ts';
import type { DescribedRoute, SchemaObject } from './types.ts';
import {
  jsonResponse,
  requiredBody,
  closedObject,
  booleanSchema,
  integer,
  operationLinks,
  arrayOf,
  optionalBody,
  nullable,
  schemaRef,
  text,
  requiredObject,
} from './schemaParts.ts';

const locales = { tag: 'Locales' } as const;
const tokens = { tag: 'API tokens' } as const;

const localeId = parameters.inPath('id', 'the id of a locale', integer);
const tokenId = parameters.inPath('id', 'the id of a token', integer);

const localeResponse = (description: string) => jsonResponse(description, schemaRef('Locale'));

const findLocales = (): DescribedRoute => ({
  ...locales,
  answers: { 200: jsonResponse('Locales, as a bare list', arrayOf(schemaRef('Locale'))) },
});

const code: SchemaObject = { type: 'string', description: 'a language tag' };

const createLocale = (): DescribedRoute => ({
  ...locales,
  body: requiredBody(closedObject({ code, name: nullable(text), isDefault: booleanSchema }, ['code']), {
    code: 'fr',
    name: 'French',
  }),
  answers: {
    200: {
      ...localeResponse('The new locale'),
      ...operationLinks({ parameter: 'id', pointer: '/id' }, 'updateLocale', 'deleteLocale'),
    },
  },
  errorStatuses: [400],
});

const updateLocale = (): DescribedRoute => ({
  ...locales,
  parameters: [localeId],
  body: requiredBody(closedObject({ code, name: nullable(text), isDefault: booleanSchema }), { name: 'Français' }),
  answers: { 200: localeResponse('The changed locale') },
  errorStatuses: [400, 404],
});

const deleteLocale = (): DescribedRoute => ({
  ...locales,
  parameters: [localeId],
  answers: { 200: localeResponse('The deleted locale') },
  errorStatuses: [400, 404],
});

const tokenProperties: Readonly<Record<string, SchemaObject>> = {
  name: { type: 'string', minLength: 1 },
  description: nullable(text),
  type: { type: 'string', enum: tokenTypes },
  permissions: nullable(arrayOf(text)),
};

const lifespan = { type: ['integer', 'null'], minimum: 1, description: 'in milliseconds; null: it never expires' };

const tokenResponse = (description: string, name = 'Token') =>
  jsonResponse(description, requiredObject({ data: schemaRef(name) }));

const findTokens = (): DescribedRoute => ({
  ...tokens,
  answers: { 200: jsonResponse('The tokens, sorted by name', requiredObject({ data: arrayOf(schemaRef('Token')) })) },
});

const createToken = (): DescribedRoute => ({
  ...tokens,
  body: requiredBody(closedObject({ ...tokenProperties, lifespan }, ['name']), { name: 'site', type: 'read-only' }),
  answers: {
    201: {
      ...tokenResponse('The token with its key, which only this answer contains', 'TokenWithKey'),
      ...operationLinks(
        { parameter: 'id', pointer: '/data/id' },
        ...['findToken', 'updateToken', 'regenerateToken', 'deleteToken'],
      ),
    },
  },
  errorStatuses: [400],
});

const findToken = (): DescribedRoute => ({
  ...tokens,
  parameters: [tokenId],
  answers: { 200: tokenResponse('The token, without its key') },
  errorStatuses: [404],
});

const updateToken = (): DescribedRoute => ({
  ...tokens,
  parameters: [tokenId],
  body: requiredBody(closedObject(tokenProperties)),
  answers: { 200: tokenResponse('The changed token') },
  errorStatuses: [400, 404],
});

const deleteToken = (): DescribedRoute => ({
  ...tokens,
  parameters: [tokenId],
  answers: { 200: tokenResponse('The deleted token') },
  errorStatuses: [404],
});

const regenerateToken = (): DescribedRoute => ({
  ...tokens,
  parameters: [tokenId],
  body: optionalBody(closedObject({})),
  answers: { 201: tokenResponse('The token with its key, which only this answer contains', 'TokenWithKey') },
  errorStatuses: [400, 404],
});

export const administration = {
  ...{ findLocales, createLocale, updateLocale, deleteLocale },
  ...{ findTokens, createToken, findToken, updateToken, deleteToken, regenerateToken },
};

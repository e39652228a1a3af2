// Describes the routes for locales and API tokens.
import { tokenTypes } from '../../platform/access/index.ts';
import * as parameters from './parameters.ts';
import type { DescribedRoute, JsonSchema } from './types.ts';
import {
  answered,
  body,
  closed,
  flag,
  integer,
  leadsTo,
  listOf,
  optionalBody,
  orNull,
  ref,
  text,
  whole,
} from './words.ts';

const locales = { tag: 'Locales' } as const;
const tokens = { tag: 'API tokens' } as const;

const localeId = parameters.inPath('id', 'the id of a locale', integer);
const tokenId = parameters.inPath('id', 'the id of a token', integer);

const locale = (description: string) => answered(description, ref('Locale'));

const findLocales = (): DescribedRoute => ({
  ...locales,
  answers: { 200: answered('Locales, as a bare list', listOf(ref('Locale'))) },
});

const code: JsonSchema = { type: 'string', description: 'a language tag' };

const createLocale = (): DescribedRoute => ({
  ...locales,
  body: body(closed({ code, name: orNull(text), isDefault: flag }, ['code']), { code: 'fr', name: 'French' }),
  answers: {
    200: {
      ...locale('The new locale'),
      ...leadsTo({ parameter: 'id', pointer: '/id' }, 'updateLocale', 'deleteLocale'),
    },
  },
  refusals: [400],
});

const updateLocale = (): DescribedRoute => ({
  ...locales,
  parameters: [localeId],
  body: body(closed({ code, name: orNull(text), isDefault: flag }), { name: 'Français' }),
  answers: { 200: locale('The changed locale') },
  refusals: [400, 404],
});

const deleteLocale = (): DescribedRoute => ({
  ...locales,
  parameters: [localeId],
  answers: { 200: locale('The deleted locale') },
  refusals: [400, 404],
});

const changeable: Readonly<Record<string, JsonSchema>> = {
  name: { type: 'string', minLength: 1 },
  description: orNull(text),
  type: { type: 'string', enum: tokenTypes },
  permissions: orNull(listOf(text)),
};

const lifespan = { type: ['integer', 'null'], minimum: 1, description: 'in milliseconds; null: it never expires' };

const token = (description: string, name = 'Token') => answered(description, whole({ data: ref(name) }));

const findTokens = (): DescribedRoute => ({
  ...tokens,
  answers: { 200: answered('The tokens, sorted by name', whole({ data: listOf(ref('Token')) })) },
  refusals: [404],
});

const createToken = (): DescribedRoute => ({
  ...tokens,
  body: body(closed({ ...changeable, lifespan }, ['name']), { name: 'site', type: 'read-only' }),
  answers: {
    201: {
      ...token('The token with its key, which only this answer contains', 'ShownToken'),
      ...leadsTo(
        { parameter: 'id', pointer: '/data/id' },
        ...['findToken', 'updateToken', 'regenerateToken', 'deleteToken'],
      ),
    },
  },
  refusals: [400, 404],
});

const findToken = (): DescribedRoute => ({
  ...tokens,
  parameters: [tokenId],
  answers: { 200: token('The token, without its key') },
  refusals: [404],
});

const updateToken = (): DescribedRoute => ({
  ...tokens,
  parameters: [tokenId],
  body: body(closed(changeable)),
  answers: { 200: token('The changed token') },
  refusals: [400, 404],
});

const deleteToken = (): DescribedRoute => ({
  ...tokens,
  parameters: [tokenId],
  answers: { 200: token('The deleted token') },
  refusals: [404],
});

const regenerateToken = (): DescribedRoute => ({
  ...tokens,
  parameters: [tokenId],
  body: optionalBody(closed({})),
  answers: { 201: token('The token with its key, which only this answer contains', 'ShownToken') },
  refusals: [400, 404],
});

export const administration = {
  ...{ findLocales, createLocale, updateLocale, deleteLocale },
  ...{ findTokens, createToken, findToken, updateToken, deleteToken, regenerateToken },
};

// Describes the routes for locales.
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
  nullable,
  schemaRef,
  text,
} from './schemaParts.ts';

const locales = { tag: 'Locales' } as const;

const localeId = parameters.inPath('id', 'the id of a locale', integer);

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

export const administration = {
  ...{ findLocales, createLocale, updateLocale, deleteLocale },
};

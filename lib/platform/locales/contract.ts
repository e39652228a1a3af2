// Declares the operations on locales. As in Strapi, bodies and answers have no `data` envelope.
import {
  arrayOf,
  closedObject,
  dateTime,
  defineContract,
  flag,
  fullObject,
  integer,
  nullable,
  text,
} from '../../contracts/contract.ts';

/** BCP 47 tags in the form of Strapi's list: language, script, region, variants — `az`, `az-Latn`, `es-419`, `ca-ES-valencia`. */
const languageTag = '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\\d{3}))?(-([a-zA-Z\\d]{5,8}|\\d[a-zA-Z\\d]{3}))*$';

export const isLocaleCode = (code: unknown): code is string =>
  typeof code === 'string' && new RegExp(languageTag).test(code);

const Locale = fullObject({
  ...{ id: integer, documentId: text, name: nullable(text), code: text },
  ...{ createdAt: dateTime, updatedAt: dateTime, publishedAt: dateTime, isDefault: flag },
});

const code = {
  type: 'string',
  description: 'a language tag',
  pattern: languageTag,
  rules: { pattern: 'must be a language tag, such as en, pt-BR or zh-Hans' },
} as const;

const name = { type: ['string', 'null'], maxLength: 50 } as const;

export const localeContract = defineContract({
  tag: 'Locales',
  function: 'general',
  path: '/api/i18n/locales',
  access: {
    findLocales: 'plugin::i18n.locale.find',
    createLocale: 'plugin::i18n.locale.create',
    updateLocale: 'plugin::i18n.locale.update',
    deleteLocale: 'plugin::i18n.locale.delete',
  },
  ignoresQuery: true,
  params: { id: { type: 'integer', description: 'the id of a locale' } },
  schemas: { Locale },
  operations: {
    findLocales: {
      method: 'GET',
      summary: 'Lists the locales',
      returns: 'Locales, as a bare list',
      answer: arrayOf(Locale),
    },
    createLocale: {
      method: 'POST',
      summary: 'Creates a locale',
      body: closedObject({ code, name: { ...name, format: 'name or empty' }, isDefault: flag }, ['code']),
      example: { code: 'fr', name: 'French' },
      returns: 'The new locale',
      answer: Locale,
      next: ['updateLocale', 'deleteLocale'],
    },
    updateLocale: {
      method: 'PUT',
      path: '/{id}',
      summary: 'Renames a locale, or makes it the default',
      body: closedObject({ code, name: { ...name, minLength: 1, format: 'name' }, isDefault: flag }),
      example: { name: 'Français' },
      returns: 'The changed locale',
      answer: Locale,
    },
    deleteLocale: {
      method: 'DELETE',
      path: '/{id}',
      summary: 'Deletes a locale that has no documents',
      returns: 'The deleted locale',
      answer: Locale,
    },
  },
});

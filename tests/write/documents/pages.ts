// The pages schema: one localized type with drafts, of which some attributes are shared by all locales.
import type { Schema } from '../../../lib/schema/index.ts';
import { schemaOf } from '../../setup/schema.ts';

export const localized = { pluginOptions: { i18n: { localized: true } } };

/** Builds a schema of one localized type, `page`, with these attributes. */
export const pagesWith = (attributes: object): Schema =>
  schemaOf({
    'page.json': JSON.stringify({
      kind: 'collectionType',
      collectionName: 'pages',
      info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
      options: { draftAndPublish: true },
      ...localized,
      attributes,
    }),
  });

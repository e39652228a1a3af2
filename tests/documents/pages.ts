// Pages in several locales, with drafts; some of what they hold is shared.
import type { Schema } from '../../lib/schema/index.ts';
import { schemaOf } from '../setup/schema.ts';

export const localized = { pluginOptions: { i18n: { localized: true } } };

/** The schema of one localized type, `page`, with these attributes. */
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

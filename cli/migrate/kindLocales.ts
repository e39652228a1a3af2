// The kinds of change that switch localization on or off for a type.
import type { Document } from 'mongodb';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { elementName } from './schemaElements.ts';
import { omit } from './values.ts';
import type { DocumentEdit, ChangeKind, FindObstacles, ChangeOf } from './types.ts';

/** Gives documents and tombstones the default locale, so that a deleted document stays deleted in its locale. */
const setDefaultLocale: DocumentEdit = (document, _type, { defaultLocale }) =>
  document.locale === null ? { ...document, locale: defaultLocale } : document;

export const localesOnChange: ChangeKind<ChangeOf<'locales on'>> = {
  level: () => 'must',
  describe: () => 'is localized from now on: its documents get the default locale',
  documentEdit: () => setDefaultLocale,
};

/** Keeps one locale of each document, which links to the document lead to; the others become tombstones. */
const removeLocale =
  (keep: readonly string[]): DocumentEdit =>
  async (document, type, { now, others }, report) => {
    const { locale, deletedAt } = document;
    if (locale === null || deletedAt !== undefined) return document;
    const otherLocales = (await others(document, type)).map((one) => one.locale);
    const position = keep.indexOf(locale);
    // Another locale of the document is kept already, or comes earlier in --keep.
    const isSuperseded =
      otherLocales.includes(null) ||
      keep.slice(0, position === -1 ? keep.length : position).some((one) => otherLocales.includes(one));
    if (isSuperseded) {
      return { ...omit(document, 'draft', 'published', 'single'), deletedAt: now } satisfies StoredDocument;
    }
    if (position === -1)
      report.reportObstacle(`is in ${locale}${keep.length === 0 ? '' : ', which --keep does not name'}`);
    return { ...document, locale: null };
  };

/** Values that are unique in each locale, but not across the locales that are kept. */
const findDuplicates: FindObstacles<ChangeOf<'locales off'>> = async ({ holder, keep }, { base }, db) => {
  const type = base.types.get(holder);
  if (type === undefined) return [];
  const rank = {
    $switch: {
      branches: keep.map((locale, index) => ({ case: { $eq: ['$locale', locale] }, then: index })),
      default: keep.length,
    },
  };
  const found: string[] = [];
  for (const attribute of type.attributes.values()) {
    if (attribute.kind !== 'scalar' || !attribute.unique || keep.length < 2) continue;
    for (const version of ['draft', 'published']) {
      const path = `${version}.${attribute.name}`;
      const stages: Document[] = [
        { $match: { locale: { $in: keep }, deletedAt: { $exists: false } } },
        { $set: { rank } },
        { $sort: { documentId: 1, rank: 1 } },
        { $group: { _id: '$documentId', value: { $first: `$${path}` } } },
        { $match: { value: { $nin: [null, ''] } } },
        { $group: { _id: '$value', count: { $sum: 1 } } },
        { $match: { count: { $gt: 1 } } },
        { $limit: 10 },
      ];
      for (const one of await db.collection(type.collectionName).aggregate(stages, { allowDiskUse: true }).toArray())
        found.push(`${String(one.count)} documents would have ${JSON.stringify(one._id)} as ${path}, which is unique`);
    }
  }
  return found;
};

export const localesOffChange: ChangeKind<ChangeOf<'locales off'>> = {
  level: () => 'must',
  describe: ({ holder, keep }, { base }) =>
    keep.length === 0
      ? `is no longer localized: --keep ${elementName(base, holder)}=en keeps that locale of each document, --keep ${elementName(base, holder)}=en,fr the first of these that it has`
      : `is no longer localized: each document keeps ${keep.join(', else ')}`,
  documentEdit: ({ keep }) => removeLocale(keep),
  findObstacles: findDuplicates,
};

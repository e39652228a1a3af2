// The kinds of change that switch localization on or off for a type.
import type { Document } from 'mongodb';
import type { StoredDocument } from '../../platform/db/index.ts';
import { nameOf } from './places.ts';
import { without } from './values.ts';
import type { DocumentEdit, Kind, Obstacles, Of } from './types.ts';

/** Gives documents and tombstones the default locale, so that a deleted document stays deleted in its locale. */
const inDefault: DocumentEdit = (document, _type, { defaultLocale }) =>
  document.locale === null ? { ...document, locale: defaultLocale } : document;

export const localesOn: Kind<Of<'locales on'>> = {
  level: () => 'must',
  told: () => 'is localized from now on: its documents get the default locale',
  document: () => inDefault,
};

/** Keeps one locale of each document, which links to the document lead to; the others become tombstones. */
const inNone =
  (keep: readonly string[]): DocumentEdit =>
  async (document, type, { now, others }, seen) => {
    const { locale, deletedAt } = document;
    if (locale === null || deletedAt !== undefined) return document;
    const there = (await others(document, type)).map((one) => one.locale);
    const place = keep.indexOf(locale);
    // Another locale of the document is kept already, or comes earlier in --keep.
    const isOther =
      there.includes(null) || keep.slice(0, place === -1 ? keep.length : place).some((one) => there.includes(one));
    if (isOther) {
      return { ...without(document, 'draft', 'published', 'single'), deletedAt: now } satisfies StoredDocument;
    }
    if (place === -1) seen.stuck(`is in ${locale}${keep.length === 0 ? '' : ', which --keep does not name'}`);
    return { ...document, locale: null };
  };

/** Values that are unique in each locale, but not across the locales that are kept. */
const twice: Obstacles<Of<'locales off'>> = async ({ holder, keep }, { base }, db) => {
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

export const localesOff: Kind<Of<'locales off'>> = {
  level: () => 'must',
  told: ({ holder, keep }, { base }) =>
    keep.length === 0
      ? `is no longer localized: --keep ${nameOf(base, holder)}=en keeps that locale of each document, --keep ${nameOf(base, holder)}=en,fr the first of these that it has`
      : `is no longer localized: each document keeps ${keep.join(', else ')}`,
  document: ({ keep }) => inNone(keep),
  obstacles: twice,
};

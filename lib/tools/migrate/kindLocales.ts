// Localization switched on or off: documents stand in the default locale from now on, or in none.
import type { Document } from 'mongodb';
import type { Stored } from '../../platform/db/index.ts';
import { nameOf } from './places.ts';
import { without } from './values.ts';
import type { DocumentEdit, Kind, Obstacles, Of } from './types.ts';

/** Tombstones too: who is deleted stays so in the same locale. */
const inDefault: DocumentEdit = (document, _type, { defaultLocale }) =>
  document.locale === null ? { ...document, locale: defaultLocale } : document;

export const localesOn: Kind<Of<'locales on'>> = {
  level: () => 'must',
  told: () => 'is localized from now on: documents stand in the default locale',
  document: () => inDefault,
};

/** One of its locales stays, and has the document's links; the others go. */
const inNone =
  (keep: readonly string[]): DocumentEdit =>
  async (document, type, { now, others }, seen) => {
    const { locale, deletedAt } = document;
    if (locale === null || deletedAt !== undefined) return document;
    const there = (await others(document, type)).map((one) => one.locale);
    const place = keep.indexOf(locale);
    // Its other locale was kept before this one was looked at.
    const isOther =
      there.includes(null) || keep.slice(0, place === -1 ? keep.length : place).some((one) => there.includes(one));
    if (isOther) {
      return { ...without(document, 'draft', 'published', 'single'), deletedAt: now } satisfies Stored;
    }
    if (place === -1)
      seen.stuck(`stands in ${locale}${keep.length === 0 ? '' : ', and in none of those that are kept'}`);
    return { ...document, locale: null };
  };

/** Values that are unique in each locale, and would stand twice where there is one. */
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
      ? `is localized no more: --keep ${nameOf(base, holder)}=en says which locale of a document remains, --keep ${nameOf(base, holder)}=en,fr the first of these that it has`
      : `is localized no more: of each document ${keep.join(', else ')} remains`,
  document: ({ keep }) => inNone(keep),
  obstacles: twice,
};

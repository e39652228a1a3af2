// The kinds of change that require values to be unique across documents; they change no document.
import type { Db, Document } from 'mongodb';
import { versionsOf, type ContentType } from '../../schema/index.ts';
import type { Kind, Obstacles, Of, Plan } from './types.ts';

/** How many obstacles are reported. */
const most = 10;

const groups = (db: Db, type: ContentType, path: string, stages: readonly Document[]): Promise<readonly Document[]> =>
  db
    .collection(type.collectionName)
    .aggregate(
      [
        { $match: { [path]: { $nin: [null, '', []] } } },
        ...stages,
        {
          $group: {
            _id: { locale: '$locale', value: `$${path}` },
            documents: { $push: '$documentId' },
            count: { $sum: 1 },
          },
        },
        { $match: { count: { $gt: 1 } } },
        { $sort: { '_id.value': 1 } },
        { $limit: most },
        { $set: { documents: { $slice: ['$documents', most] } } },
      ],
      { allowDiskUse: true },
    )
    .toArray();

const withRepeated =
  (
    stagesOf: (path: string) => readonly Document[],
    below: string,
    say: (value: string, version: string) => string,
  ): Obstacles<Of<'unique'> | Of<'exclusive'>> =>
  async ({ holder, name }, { base }: Plan, db) => {
    const type = base.types.get(holder);
    if (type === undefined) return [];
    const lines: string[] = [];
    for (const version of versionsOf(type)) {
      const path = `${version}.${name}${below}`;
      for (const { _id, documents } of await groups(db, type, path, stagesOf(`${version}.${name}`))) {
        const { value } = _id as { readonly value: unknown }; // as grouped
        lines.push(`${say(JSON.stringify(value), version)}: ${(documents as readonly string[]).join(', ')}`);
      }
    }
    return lines;
  };

export const unique: Kind<Of<'unique'>> = {
  level: () => 'note',
  told: () => 'is unique',
  obstacles: withRepeated(
    () => [],
    '',
    (value, version) => `several documents have ${value} (${version})`,
  ),
};

export const exclusive: Kind<Of<'exclusive'>> = {
  level: () => 'note',
  told: () => 'allows only one document to link to each target',
  obstacles: withRepeated(
    (path) => [{ $unwind: `$${path}` }],
    '.to',
    (value, version) => `several documents link to ${value} (${version})`,
  ),
};

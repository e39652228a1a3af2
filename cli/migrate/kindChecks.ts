// The kinds of change that require values to be unique across documents; they change no document.
import type { Db, Document } from 'mongodb';
import { versionsOf, type ContentType } from '../../lib/schema/index.ts';
import type { ChangeKind, FindObstacles, ChangeOf, MigrationPlan } from './types.ts';

/** How many obstacles are reported. */
const maxObstacles = 10;

const findRepeatedValues = (
  db: Db,
  type: ContentType,
  path: string,
  stages: readonly Document[],
): Promise<readonly Document[]> =>
  db
    .collection(type.collectionName)
    .aggregate(
      [
        ...stages,
        {
          $group: {
            _id: { locale: '$locale', value: `$${path}` },
            documents: { $firstN: { input: '$documentId', n: maxObstacles } },
            count: { $sum: 1 },
          },
        },
        { $match: { count: { $gt: 1 } } },
        { $sort: { '_id.value': 1 } },
        { $limit: maxObstacles },
      ],
      { allowDiskUse: true },
    )
    .toArray();

const reportRepeatedValues =
  (
    stagesOf: (path: string) => readonly Document[],
    subpath: string,
    message: (value: string, version: string) => string,
  ): FindObstacles<ChangeOf<'unique'> | ChangeOf<'exclusive'>> =>
  async ({ holder, name }, { base }: MigrationPlan, db) => {
    const type = base.types.get(holder);
    if (type === undefined) return [];
    const lines: string[] = [];
    for (const version of versionsOf(type)) {
      const path = `${version}.${name}${subpath}`;
      for (const { _id, documents } of await findRepeatedValues(db, type, path, stagesOf(`${version}.${name}`))) {
        const { value } = _id as { readonly value: unknown }; // as grouped
        lines.push(`${message(JSON.stringify(value), version)}: ${(documents as readonly string[]).join(', ')}`);
      }
    }
    return lines;
  };

export const uniqueChange: ChangeKind<ChangeOf<'unique'>> = {
  level: () => 'note',
  describe: () => 'is unique',
  findObstacles: reportRepeatedValues(
    (path) => [{ $match: { [path]: { $nin: [null, '', []] } } }],
    '',
    (value, version) => `several documents have ${value} (${version})`,
  ),
};

export const exclusiveChange: ChangeKind<ChangeOf<'exclusive'>> = {
  level: () => 'note',
  describe: () => 'allows only one document to link to each target',
  findObstacles: reportRepeatedValues(
    // Not a comparison with null: whether an empty list of links passes one depends on the version of MongoDB.
    (path) => [{ $match: { [`${path}.to`]: { $gt: '' } } }, { $unwind: `$${path}` }],
    '.to',
    (value, version) => `several documents link to ${value} (${version})`,
  ),
};

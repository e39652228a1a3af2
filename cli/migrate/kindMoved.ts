// The kind of change where the other side of a relation stores its links; copyLinks.ts copies them first, this removes them.
import type { Document } from 'mongodb';
import { elementName } from './schemaElements.ts';
import type { ChangeKind, FindObstacles, ChangeOf } from './types.ts';
import { omit } from './values.ts';

const maxObstacles = 10;

/** If the other side has one version or locale where this side has several, these must have the same links. */
const findConflictingLinks: FindObstacles<ChangeOf<'moved'>> = async (
  { holder, name, owner, as },
  { base, next, renames },
  db,
) => {
  const [type, newOwner] = [base.types.get(holder), base.types.get(owner)];
  if (type === undefined || newOwner === undefined) return [];
  const documents = db.collection(type.collectionName);
  const [draft, published] = [`draft.${name}.to`, `published.${name}.to`];
  const lines: string[] = [];
  if (type.draftAndPublish && !newOwner.draftAndPublish) {
    const differing = {
      'draft.id': { $gte: 0 },
      'published.id': { $gte: 0 },
      $expr: { $ne: [`$${draft}`, `$${published}`] },
    };
    for (const { documentId } of await documents.find(differing).limit(maxObstacles).toArray())
      lines.push(
        `${String(documentId)} has other links in its draft than in its published version: publish or discard the draft`,
      );
  }
  if (type.localized && !newOwner.localized) {
    const stages: Document[] = [
      { $match: { deletedAt: { $exists: false } } },
      { $group: { _id: '$documentId', lists: { $addToSet: { $ifNull: [`$${published}`, `$${draft}`] } } } },
      { $match: { 'lists.1': { $exists: true } } },
      { $limit: maxObstacles },
    ];
    for (const { _id } of await documents.aggregate(stages).toArray())
      lines.push(
        `${String(_id)} has other links in one locale than in another, and ${newOwner.singularName} is not localized`,
      );
  }
  const owningAttribute = next.types.get(renames.types.get(owner) ?? owner)?.attributes.get(as);
  if (owningAttribute?.kind === 'relation' && !owningAttribute.many)
    for (const version of ['draft', 'published']) {
      const path = `${version}.${name}.to`;
      const stages: Document[] = [
        { $match: { [path]: { $gt: '' } } },
        { $unwind: `$${version}.${name}` },
        { $group: { _id: { to: `$${path}`, locale: '$locale' }, count: { $sum: 1 } } },
        { $match: { count: { $gt: 1 } } },
        { $limit: maxObstacles },
      ];
      for (const { _id } of await documents.aggregate(stages).toArray()) {
        const { to } = _id as { readonly to: string }; // as grouped
        lines.push(`several documents link to ${to} (${version}), which may link to only one`);
      }
    }
  if (owningAttribute?.kind === 'relation' && owningAttribute.exclusive)
    for (const version of ['draft', 'published']) {
      const several = { [`${version}.${name}.1`]: { $exists: true } };
      for (const { documentId } of await documents.find(several).limit(maxObstacles).toArray())
        lines.push(`${String(documentId)} has several links (${version}), but only one document may link to it`);
    }
  return lines;
};

export const movedChange: ChangeKind<ChangeOf<'moved'>> = {
  level: () => 'must',
  describe: ({ owner, as }, { base }) => `keeps its links in ${elementName(base, owner, as)} from now on`,
  valueEdits: ({ holder, name }) => [
    { holder, edit: (values) => (values[name] === undefined ? values : omit(values, name)) },
  ],
  findObstacles: findConflictingLinks,
};

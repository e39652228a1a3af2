// Compiles a page sorted by a related document's value: reads from the targets in order, so that MongoDB reads only as
// many documents as the page is deep.
import type { NumberedPage } from '../query/index.ts';
import type { ContentType } from '../../schema/index.ts';
import { sortStage, type Order, type Start } from './sort.ts';
import type { Document, Plan } from './types.ts';

/**
 * @param order its first key is `start`; the values of the other keys are in the documents
 * @param match the conditions on every document of the list
 * @returns the collection and stages of the page: the documents without a value, then, value by value, the documents
 *   linked to a target with it; descending, in the opposite order
 */
export const startAtTargets = ({
  start,
  order,
  page,
  type,
  match,
  project,
}: {
  readonly start: Start;
  readonly order: Order;
  readonly page: NumberedPage;
  readonly type: ContentType;
  readonly match: Document;
  readonly project: Document;
}): Pick<Plan, 'collection' | 'match' | 'stages'> => {
  const { target, links, value, ids, having: valued } = start;
  const [first, ...keys] = order.keys;
  const direction = first?.direction ?? 'asc';
  const sort = keys.length > 0 ? sortStage({ keys, unique: order.unique }) : { $sort: { _id: 1 } };
  const rows = [sort, { $limit: page.start + page.limit }, { $project: project }];
  const row = '_row';

  const without = {
    collection: type.collectionName,
    match: { $and: [match, { [links]: { $nin: ids } }] },
    stages: rows,
  };
  const having = {
    collection: target.collectionName,
    match: valued,
    stages: [
      { $group: { _id: `$${value}`, to: { $push: '$documentId' } } },
      { $sort: { _id: direction === 'asc' ? 1 : -1 } },
      {
        $lookup: {
          ...{ from: type.collectionName, localField: 'to', foreignField: links, as: row },
          pipeline: [{ $match: match }, ...rows],
        },
      },
      { $unwind: `$${row}` },
      { $replaceWith: `$${row}` },
    ],
  };
  const [one, other] = direction === 'asc' ? [without, having] : [having, without];
  const union = { $unionWith: { coll: other.collection, pipeline: [{ $match: other.match }, ...other.stages] } };
  const skip = page.start > 0 ? [{ $skip: page.start }] : [];
  return { ...one, stages: [...one.stages, union, ...skip, { $limit: page.limit }] };
};

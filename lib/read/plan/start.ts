// A page in the order of a related document's value, read from the targets on: as many documents as the page is deep, and
// not all of them.
import type { NumberedPage } from '../query/index.ts';
import type { ContentType } from '../../schema/index.ts';
import { sortStage, type Order, type Start } from './sort.ts';
import type { Document, Plan } from './types.ts';

/**
 * @param order begins at `start`; what follows stands in the documents
 * @param match what every document of the list has to match
 * @returns what the page is read from, up to its limit: the documents without a value, then (descending: before them)
 *   value after value those that are linked to a target which has it
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
  const sort =
    keys.length > 0 ? sortStage({ keys, unique: order.unique }) : { $sort: { _id: direction === 'asc' ? 1 : -1 } };
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

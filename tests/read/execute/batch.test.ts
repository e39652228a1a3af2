// Lookups for all rows of a page at once.
import { expect, test } from 'vitest';
import { runPlan, type RunQuery } from '../../../lib/read/execute/index.ts';
import { planList } from '../../../lib/read/plan/index.ts';
import { read, schema } from '../query/read.ts';

/** A fake database with one row, whose given collection returns more documents than a lookup may find. */
const overfull =
  (collection: string): RunQuery =>
  (question) =>
    Promise.resolve(
      question.about === 'the rows'
        ? [{ published: { body: [{ __component: 'block.spotlight', artists: [{ to: 'a' }] }], room: { to: 'r' } } }]
        : Array.from({ length: question.collection === collection ? 20_001 : 1 }, (_, index) => ({
            documentId: index === 0 ? 'r' : `d${index}`,
            published: { artists: [{ to: 'a' }] },
          })),
    );

test.each([
  ['populate[body][on][block.spotlight][populate]=artists', 'artists', 'body.block.spotlight.artists'],
  ['populate[room][populate]=exhibits', 'exhibits', 'room.exhibits'],
])('too many populated documents are refused with their full path: %s', async (query, collection, path) => {
  const plan = planList(read(`${query}&pagination[limit]=50&pagination[withCount]=false`), schema);
  await expect(runPlan(overfull(collection), () => plan)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(`at ${path}:`),
    details: { path },
  });
});

test('documents are found by the index on their ids, whatever MongoDB chose for an earlier query', async () => {
  const hints: unknown[] = [];
  const ask: RunQuery = (question) => {
    hints.push([question.about, question.hint]);
    return Promise.resolve([{ documentId: 'x', published: { id: 1, room: { to: 'r' } } }]);
  };
  const plan = planList(read('populate=room&pagination[limit]=50&pagination[withCount]=false'), schema);
  await runPlan(ask, () => plan);
  expect(hints).toEqual([
    ['the rows', undefined],
    ['the populated documents at room', { documentId: 1, locale: 1 }],
  ]);
});

// Runs plans whose steps find too many targets, or whose index is missing.
import { beforeAll, describe, expect, test } from 'vitest';
import { planList } from '../../../lib/read/plan/index.ts';
import { queryRunner, runPlan, type PlanResult } from '../../../lib/read/execute/index.ts';
import { read, schema } from '../query/read.ts';
import { createApi } from '../../setup/api.ts';

const api = createApi(schema);
const db = () => api.service().database.get();

/** The result of a query, and the stages that ran on each collection. */
const traceQuery = async (query: string): Promise<{ found: PlanResult; questions: readonly string[] }> => {
  const ask = queryRunner({ db: await db(), options: {} });
  const questions: string[] = [];
  const found = await runPlan(
    (question) => {
      const stages = question.stages.flatMap((stage) => Object.keys(stage));
      questions.push(`${question.collection}: ${stages.join(' ')}`);
      return ask(question);
    },
    (streamed) => planList(read(query), schema, streamed),
  );
  return { found, questions };
};

const stored = (index: number, values: object) => ({
  documentId: `document${String(index).padStart(16, '0')}`,
  locale: null,
  revision: 1,
  published: { id: index, createdAt: new Date(index), updatedAt: new Date(index), ...values },
});

const rooms = 2_001;

beforeAll(async () => {
  await api.createAllIndexes();
  const made = Array.from({ length: rooms }, (_, index) =>
    stored(index, { name: `room ${String(rooms - index).padStart(4, '0')}`, floor: index % 2 }),
  );
  await (await db()).collection('rooms').insertMany(made);
  const link = (room: number, at: number) => ({ to: made[room]?.documentId, at });
  await (
    await db()
  )
    .collection('exhibits')
    .insertMany([
      stored(1, { title: 'one', slug: 'one', room: link(0, 0) }),
      stored(2, { title: 'two', slug: 'two', room: link(rooms - 1, 0) }),
      stored(3, { title: 'three', slug: 'three', room: null }),
    ]);
});

const titles = ({ found: { rows } }: { found: PlanResult }): readonly unknown[] =>
  rows.map((row) => (row.published as { title: unknown }).title);

describe('a filter with too many targets', () => {
  test('looks up the target of each row, also in the count', async () => {
    const answer = await traceQuery('filters[room][name][$startsWith]=room');
    expect(titles(answer)).toEqual(['one', 'two']);
    expect(answer.found.total).toBe(2);
    expect(answer.questions.slice(1)).toEqual([
      'exhibits: $match $sort $lookup $match $limit $project',
      'exhibits: $match $lookup $match $count',
    ]);
  });

  test('finds rows without a target', async () => {
    expect(titles(await traceQuery('filters[room][name][$null]=true'))).toEqual(['three']);
    expect(titles(await traceQuery('filters[$or][0][room][$null]=true&filters[$or][1][room][name]=room 2001'))).toEqual(
      ['one', 'three'],
    );
  });

  test('names the targets if few of them match', async () => {
    const answer = await traceQuery('filters[room][name]=room 2001');
    expect(titles(answer)).toEqual(['one']);
    expect(answer.questions[1]).toBe('exhibits: $match $sort $limit $project');
  });
});

test('a sort with too many targets looks up their values', async () => {
  const answer = await traceQuery('sort=room.name');
  expect(titles(answer)).toEqual(['three', 'two', 'one']);
  expect(answer.questions[1]).toBe('exhibits: $match $lookup $set $sort $limit $project');
});

test('a query is refused if a step finds too many and has no alternative', async () => {
  const step = { number: 0, about: 'the filter on author', collection: 'rooms', stages: [], most: 2, streams: false };
  const plan = { ...planList(read(''), schema), resolve: [step] };
  await expect(runPlan(queryRunner({ db: await db(), options: {} }), () => plan)).rejects.toMatchObject({
    status: 400,
  });
});

test('a query that exceeds the message size of MongoDB is refused', async () => {
  const stages = [
    { $match: { documentId: { $in: Array.from({ length: 18 }, (_, i) => `${i}${'x'.repeat(1_000_000)}`) } } },
  ];
  const running = queryRunner({ db: await db(), options: {} })({ about: 'the rows', collection: 'rooms', stages });
  await expect(running).rejects.toMatchObject({ status: 400 });
});

test('a count of texts uses the index of their sort, and works without it', async () => {
  const query = 'filters[slug][$containsi]=O';
  expect(planList(read(query), schema).count?.hint).toEqual({ 'published.slug': 1, _id: 1, 'published.id': 1 });
  expect((await traceQuery(query)).found.total).toBe(2);
  await (await db()).collection('exhibits').dropIndex('published.slug__id_published.id');
  expect((await traceQuery(query)).found.total).toBe(2);
});

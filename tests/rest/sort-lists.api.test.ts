// Checks sorts through several lists, although MongoDB sorts by at most one.
import { beforeAll, expect, test } from 'vitest';
import { createApi, schemaOf, componentFile, typeFile } from '../setup/api.ts';

const parts = { type: 'component', component: 'shared.part', repeatable: true };
const boxes = { type: 'component', component: 'shared.box', repeatable: true };
const many = { type: 'relation', relation: 'manyToMany', target: 'api::kit.kit' };

const api = createApi(
  schemaOf({
    'kit.json': typeFile('kit', { name: { type: 'string' }, left: parts, right: parts, boxes, near: many, far: many }),
    'components/shared/box.json': componentFile({ parts }),
    'components/shared/part.json': componentFile({ size: { type: 'integer' } }),
  }),
);

beforeAll(async () => {
  const sizes = (...all: readonly number[]) => all.map((size) => ({ size }));
  const post = async (data: object): Promise<string> => await api.create('/api/kits', data);
  const b = await post({ name: 'b', left: sizes(5, 1), right: sizes(9, 2) });
  const a = await post({ name: 'a', left: sizes(1, 3), right: sizes(4, 3) });
  await post({ name: 'c', left: sizes(2), right: [], near: [a, b], far: [b] });
  await post({ name: 'd', right: sizes(1), near: [b], far: [a, b] });
});

test.each([
  ['left.size,right.size', 'd b a c'],
  ['left.size:desc,right.size:desc', 'b a c d'],
  ['right.size:desc,left.size', 'b a d c'],
  ['near.left.size,far.right.size:desc', 'b a c d'],
  ['near.right.size:desc,far.left.size,name', 'c d a b'],
])(
  'a sort through several lists uses the least value of each ascending, the greatest descending: %s',
  async (sort, order) => {
    const { status, body } = await api.get(`/api/kits?fields=name&sort=${sort}`);
    expect([status, body.data?.map(({ name }: { name: string }) => name).join(' ')]).toEqual([200, order]);
  },
);

test('a sort through several lists refuses a list in a list', async () => {
  expect((await api.get('/api/kits?sort=boxes.parts.size')).status).toBe(200);
  const { status, body } = await api.get('/api/kits?sort=boxes.parts.size,left.size');
  expect([status, body.error.details.path]).toEqual([400, 'sort']);
});

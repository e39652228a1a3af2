// What plans read of each document.
import { expect, test } from 'vitest';
import { administrator } from '../../../lib/platform/access/index.ts';
import { cursorValuesOf, planList, planOne, type Plan } from '../../../lib/read/plan/index.ts';
import type { Query } from '../../../lib/read/query/index.ts';
import { read, schema } from '../query/read.ts';

const projectionOf = ({ stages }: Plan): Readonly<Record<string, unknown>> =>
  stages.flatMap(({ $project }) =>
    $project === undefined ? [] : [$project as Readonly<Record<string, unknown>>],
  )[0] ?? {};

/** MongoDB refuses a projection in which one path contains another. */
const collisions = (plan: Plan): readonly string[] => {
  const paths = Object.keys(projectionOf(plan));
  return paths.filter((path) => paths.some((outer) => path.startsWith(`${outer}.`)));
};

const guides = (text: string): Query => read(text, administrator, 'guide');

test('a version of which everything is selected is read whole', () => {
  expect(projectionOf(planList(guides('populate=*'), schema))).toEqual({
    ...{ _id: 0, documentId: 1, locale: 1 },
    published: 1,
  });
  expect(projectionOf(planList(guides('populate=*&fields=title'), schema))).toMatchObject({ 'published.title': 1 });
  // Rooms have a private attribute.
  expect(projectionOf(planList(read('populate=*', administrator, 'room'), schema))).not.toHaveProperty('published');
});

test.each([
  ['populate=*&status=draft', guides],
  ['status=draft', guides],
  ['populate=*&pagination[cursor]=&sort=title', guides],
  ['pagination[cursor]=&sort[0]=label.heading&sort[1]=slug&fields=title', read],
  ['populate=label&pagination[cursor]=&sort=label.heading', read],
])('no path of a projection contains another: %s', (text, readOne) => {
  const query = readOne(text);
  expect(collisions(planOne(query, schema))).toEqual([]);
  expect(collisions(planList(query, schema))).toEqual([]);
});

test('a cursor has the values of the sort keys, and null for a missing one', () => {
  const query = read('pagination[cursor]=&sort[0]=label.heading&sort[1]=slug&sort[2]=label.heading&fields=title');
  expect(projectionOf(planList(query, schema))).toMatchObject({ _id: 1, 'published.label.heading': 1 });
  const row = { published: { label: { heading: 'A' }, slug: 'b' } };
  expect(cursorValuesOf(row, query)).toEqual(['A', 'b']);
  expect(cursorValuesOf({ published: { label: null } }, query)).toEqual([null, null]);
});

// What two versions of a document share.
import { expect, it } from 'vitest';
import { shareValues } from '../../../editor/src/form/isSameJson.ts';

const block = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });

it('shares lists, items and other values that are equal, and keeps the others', () => {
  const known = { title: 'Ink', body: [block('a'), block('b')], seo: { title: 'Ink' }, pages: 3 };
  const answer = {
    title: 'Oak',
    body: [block('a'), block('c'), block('d')],
    seo: { title: 'Ink' },
    pages: 3,
    views: [],
  };
  const shared = shareValues(answer, known);
  expect(shared).toEqual(answer);
  expect(shared.seo).toBe(known.seo);
  expect((shared.body as unknown[])[0]).toBe(known.body[0]);
  expect(shareValues(structuredClone(known), known).body).toBe(known.body);
});

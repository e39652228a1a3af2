// JSON as text: what is not valid stays in the form, and is refused before it is sent.
import { expect, it } from 'vitest';
import { findFaults } from '../../../editor/src/form/faults.ts';
import { invalidJsonOf, readJson, writeJson } from '../../../editor/src/form/jsonText.ts';
import { testSchema } from './schema.ts';

it.each(['', '{\n  "a": 1\n}', '"text"', '0', '{"a":', '  {', 'nul'])('reads and writes %j', (text) => {
  expect(writeJson(readJson(text))).toBe(text);
});

it.each([
  ['{"a":', '{"a":'],
  ['{"a":1}', undefined],
  [' ', undefined],
  ['null', undefined],
  ['"{"', undefined],
])('knows whether %j is valid', (text, invalid) => {
  expect(invalidJsonOf(readJson(text))).toBe(invalid);
});

const { type, editor } = testSchema(
  { extra: { type: 'json' }, parts: { type: 'component', component: 'test.part', repeatable: true } },
  { 'test.part': { data: { type: 'json' } } },
);

it('text that is not valid is a fault of drafts too, in components as well', () => {
  const parts = [{ __key: 'entry1', data: readJson('[1') }];
  expect(findFaults(type, editor, { extra: readJson('{'), parts }, true)).toEqual([
    { path: 'extra', kind: 'draft', message: { key: 'json' } },
    { path: 'parts.0.data', kind: 'draft', message: { key: 'json' } },
  ]);
  expect(findFaults(type, editor, { extra: readJson('{}'), parts: [] }, true)).toEqual([]);
});

// The warnings about a schema, which servers print when they start.
import { expect, it } from 'vitest';
import { schemaWarnings } from '../../lib/platform/site.ts';
import { pack, unpack } from '../../lib/schema/index.ts';
import { relation, type } from '../schema/folder.ts';
import { schemaOf } from '../setup/schema.ts';

const links = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [`link${i}`, relation('oneToOne', 'api::page.page')]),
);
const files = { 'page.json': type('page', { ...links, owner: relation('oneToOne', 'admin::user') }) };

it('warnings tell what is read otherwise, and what is slower', () => {
  expect(schemaWarnings(schemaOf(files))).toEqual([
    'warning: page.json  attributes.owner: is left out: Lectern has no "admin::user"',
    expect.stringMatching(/^warning: page\.json {2}attributes: has 64 of 71 indexes, .* read the whole collection$/),
  ]);
});

it('a function has no files to warn of', () => {
  const small = { 'page.json': type('page', { owner: relation('oneToOne', 'admin::user') }) };
  expect(schemaWarnings(unpack(pack(schemaOf(small))))).toEqual([]);
});

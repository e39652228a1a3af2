// The description says what reads populate without `populate`, and names `pLevel` if it is configured.
import { expect, it, test } from 'vitest';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { relation, string, type } from '../../schema/folder.ts';
import { schemaOf } from '../../setup/schema.ts';
import { describedOf, resolved } from './described.ts';

const schemaWith = (populate: unknown, kind = 'collectionType', populateMode = 'default') =>
  schemaOf({
    'tag.json': type('tag', { name: string }),
    'book.json': type(
      'book',
      { tag: relation('manyToOne', 'api::tag.tag') },
      { kind, options: { populate, populateMode } },
    ),
  });

const parametersOf = (...args: Parameters<typeof describedOf>): readonly { name: string; description: string }[] => {
  const description = describedOf(...args);
  const { get } = description.paths['/api/books'] ?? description.paths['/api/book'];
  return get.parameters.map((parameter: unknown) => resolved(description, parameter));
};

const populateOf = (...args: Parameters<typeof schemaWith>): string =>
  parametersOf(schemaWith(...args)).find(({ name }) => name === 'populate')?.description ?? '';

test.each<[populate: unknown, description: string]>([
  ['*', 'Default of reads: `*`. An empty value populates nothing.'],
  [['tag'], 'Default of reads: `["tag"]`. An empty value populates nothing.'],
  [
    { find: 'tag', findOne: { tag: true } },
    'Default of reads: `tag` in lists, `{"tag":true}` for one document. An empty value populates nothing.',
  ],
  [{ findOne: '*' }, 'Default of reads: nothing in lists, `*` for one document. An empty value populates nothing.'],
])('the description of populate: %j', (populate, description) => {
  expect(populateOf(populate)).toContain(description);
});

it('names the default of a single type', () => {
  expect(populateOf('tag', 'singleType')).toContain('Default of reads: `tag`.');
});

it('says that reads ignore it if the default is always used', () => {
  expect(populateOf('tag', 'collectionType', 'always')).toContain('Reads ignore it, and return: `tag`.');
});

it('says nothing about a default that does not exist', () => {
  expect(populateOf(undefined)).not.toContain('Default');
});

it('has `pLevel` only if it is configured', () => {
  const names = (deepPopulate: number): readonly string[] => {
    const config = { ...defaultConfig, api: { rest: { ...defaultConfig.api.rest, deepPopulate } } };
    return parametersOf(schemaWith('*'), config).map(({ name }) => name);
  };
  expect(names(3)).toContain('pLevel');
  expect(names(0)).not.toContain('pLevel');
});

// Files whose values contain each other 20,000 times: a fault with its path, wherever the value is.
import { describe, expect, test } from 'vitest';
import { formatFault } from '../../lib/schema/index.ts';
import { checkSettings } from '../../lib/platform/config/checkSettings.ts';
import { build, type } from './folder.ts';

const levels = 20_000;
const deep = '['.repeat(levels) + ']'.repeat(levels);

/** A file in which the deep value takes the place of `"deep"`. */
const withDeep = (file: object | string): string =>
  (typeof file === 'string' ? file : JSON.stringify(file)).replaceAll('"deep"', deep);

const article = (more: object, attributes: Readonly<Record<string, unknown>> = { title: { type: 'string' } }): string =>
  withDeep(type('article', attributes, more));

const faultsOf = (files: Record<string, string>): readonly string[] => build(files).faults.map(formatFault);

describe('a value of 20,000 levels', () => {
  test.each<[place: string, file: string]>([
    ['info', article({ info: 'deep' })],
    ['info.displayName', article({ info: { singularName: 'article', pluralName: 'articles', displayName: 'deep' } })],
    ['options.indexes', article({ options: { indexes: 'deep' } })],
    ['options.populate', article({ options: { populate: 'deep' } })],
    ['pluginOptions', article({ pluginOptions: 'deep' })],
    ['pluginOptions.other', article({ pluginOptions: { other: 'deep' } })],
    ['attributes', withDeep({ info: { singularName: 'article', pluralName: 'articles' }, attributes: 'deep' })],
    ['attributes.title', article({}, { title: 'deep' })],
    ['attributes.title.type', article({}, { title: { type: 'deep' } })],
    ['attributes.title.customField', article({}, { title: { customField: 'deep' } })],
    ['attributes.title.default', article({}, { title: { type: 'json', default: 'deep' } })],
    ['attributes.title.default', article({}, { title: { type: 'string', default: 'deep' } })],
    ['attributes.title.enum', article({}, { title: { type: 'enumeration', enum: 'deep' } })],
    ['other', article({ other: 'deep' })],
  ])('at %s of a schema file', (place, file) => {
    const faults = faultsOf({ article: file });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`article.json  ${place}`);
  });

  test.each<[place: string, view: object | string]>([
    ['label', { label: 'deep' }],
    ['list.columns', { list: { columns: 'deep' } }],
    ['attributes.title.label', { attributes: { title: { label: 'deep' } } }],
    ['groups.0', { groups: 'deep' }],
    ['other', { other: 'deep' }],
    ['0', '"deep"'],
  ])('at %s of a view', (place, view) => {
    const faults = faultsOf({ article: article({}), 'article.view': withDeep(view) });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`article.view.json  ${place}`);
  });
});

test('a setting of 20,000 levels is a fault with its path', () => {
  const result = checkSettings(withDeep({ editor: { name: 'deep' } }), 'lectern.json');
  expect('faults' in result && result.faults.map(formatFault)).toEqual([
    expect.stringMatching(/^lectern\.json {2}editor\.name: write .*, not \[{57}…$/),
  ]);
});

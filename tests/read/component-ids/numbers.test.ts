// The rule for the ids of components: unique, stable, and safe integers.
import { describe, expect, it } from 'vitest';
import {
  numberComponents,
  slotOf,
  slotsIn,
  versionIdOf,
  withComponentIds,
} from '../../../lib/read/component-ids/index.ts';
import { typeOf, type ContentType, type Schema } from '../../../lib/schema/index.ts';
import { schemaOf } from '../../setup/schema.ts';
import { files, page, site } from './site.ts';

const pageType = typeOf(site, 'api::page.page');
const tagType = typeOf(site, 'api::tag.tag');

const attributeOf = (type: ContentType, name: string) => {
  const attribute = type.attributes.get(name);
  if (attribute === undefined) throw new Error(`no ${name}`);
  return attribute;
};

const numbersIn = (type: ContentType, versionId: number, name: string, value: unknown, schema: Schema = site) => [
  ...numberComponents(schema, type, versionId, attributeOf(type, name), value).values(),
];

const many = (count: number): readonly object[] => Array.from({ length: count }, () => ({ label: 'x' }));

describe('ids of components', () => {
  it('are unique for each type of component, in all versions and content types', () => {
    const numbers = [1, 2, 300, 2 ** 25].flatMap((versionId) => [
      ...Object.entries(page('p')).flatMap(([name, value]) =>
        ['title', 'perks'].includes(name) ? [] : numbersIn(pageType, versionId, name, value),
      ),
      ...numbersIn(tagType, versionId, 'perks', many(2000)),
      ...numbersIn(pageType, versionId, 'perks', many(2000)),
    ]);
    expect(new Set(numbers.map(({ uid, id }) => `${uid} ${id}`)).size).toBe(numbers.length);
    expect(numbers.every(({ id }) => Number.isSafeInteger(id) && id > 0)).toBe(true);
  });

  it('stay safe for the largest version that can have the most components', () => {
    const slot = slotOf(site, 'shared.perk', pageType, attributeOf(pageType, 'perks'));
    expect(slot.slots).toBe(64);
    const components = numbersIn(pageType, 2 ** 26 - 1, 'perks', many(1000));
    expect(components.every(({ id }) => Number.isSafeInteger(id))).toBe(true);
    const [small] = numbersIn(pageType, 2 ** 38 - 1, 'perks', many(1));
    expect(Number.isSafeInteger(small?.id)).toBe(true);
  });

  it('contain the id of the version', () => {
    const slot = slotOf(site, 'shared.perk', tagType, attributeOf(tagType, 'perks'));
    for (const versionId of [1, 77, 2 ** 25])
      for (const { id } of numbersIn(tagType, versionId, 'perks', many(300)))
        expect(versionIdOf(slot, id)).toBe(versionId);
  });

  it('stay the same when another content type gets the component', () => {
    const more = schemaOf({ ...files, 'list.json': (files['tag.json'] ?? '').replaceAll('tag', 'list') });
    const before = numbersIn(pageType, 5, 'sections', page('p').sections);
    expect(numbersIn(typeOf(more, pageType.uid), 5, 'sections', page('p').sections, more)).toEqual(before);
    expect(slotsIn(more, typeOf(more, pageType.uid))).toEqual(slotsIn(site, pageType));
  });

  it('are not stored: the value is copied', () => {
    const value = page('p').sections;
    const copy = withComponentIds(site, pageType, 1, attributeOf(pageType, 'sections'), value);
    expect(value).toEqual(page('p').sections);
    expect(copy).toMatchObject(page('p').sections);
    expect(copy).toMatchObject([{ id: expect.any(Number), hero: { id: expect.any(Number) } }, {}, {}]);
  });

  it('do not depend on components in private attributes, which have none', () => {
    const sections = page('p').sections.map((section) => ({ ...section, notes: [] }));
    const numbers = numbersIn(pageType, 1, 'sections', page('p').sections);
    expect(numbers).toEqual(numbersIn(pageType, 1, 'sections', sections));
    expect(numbers.filter(({ uid }) => uid === 'shared.perk')).toHaveLength(5);
  });

  it('are absent from entries whose component the zone no longer has', () => {
    const entry = { __component: 'shared.gone', label: 'x' };
    expect(withComponentIds(site, pageType, 1, attributeOf(pageType, 'blocks'), [entry])).toEqual([entry]);
    expect(withComponentIds(site, pageType, 1, attributeOf(pageType, 'seo'), null)).toBe(null);
  });
});

// The change of a relation in a body, applied as the API applies it: hidden links stay, and the others get the order of the form.
import { describe, expect, it } from 'vitest';
import { linkChanges } from '../../../editor/src/form/linkChanges.ts';
import type { LinkedDocument } from '../../../editor/src/form/types.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { applyLinks } from '../../../lib/write/documents/links/applyLinks.ts';
import type { InputContext } from '../../../lib/write/input/types.ts';
import { readLinks } from '../../../lib/write/input/readLinks.ts';
import type { LinkAttribute } from '../../../lib/write/input/readTarget.ts';
import type { InvalidValue } from '../../../lib/errors.ts';
import { testSchema } from './schema.ts';

const { schema, type } = testSchema({
  tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
  about: { type: 'relation', relation: 'morphToMany' },
});

const linksTo = (keys: string): readonly LinkedDocument[] =>
  Array.from(keys, (documentId) => ({ uid: 'api::tag.tag', documentId, label: documentId }));

/** @param stored the links, with hidden ones in upper case @returns the links after the form was saved */
const save = (name: 'tags' | 'about', stored: string, form: string): string => {
  const described = type.attributes[name] ?? { type: 'relation' };
  const visible = stored.replaceAll(/[A-Z]/g, '');
  const body = linkChanges(described, linksTo(visible), linksTo(form));
  const faults: InvalidValue[] = [];
  const attribute = typeOf(schema, 'api::thing.thing').attributes.get(name) as LinkAttribute;
  const edit = readLinks({ schema, faults } as unknown as InputContext, attribute, body, [name]);
  const links = Array.from(stored, (to) => ({ to, at: 0 }));
  const after = applyLinks(links, edit, 'api::tag.tag', [name], { find: (_, ref) => ref.documentId, at: 0, faults });
  expect(faults).toEqual([]);
  return after.map(({ to }) => to).join('');
};

/** Every list of some of the letters, in every order. */
const listsOf = (letters: string): readonly string[] => [
  '',
  ...Array.from(letters).flatMap((letter) => listsOf(letters.replace(letter, '')).map((rest) => letter + rest)),
];

describe.each(['tags', 'about'] as const)('the change of the relation %s', (name) => {
  it.each(['abc', 'HabcI', 'aHbIc', 'HI', 'H', ''])(
    'of %s keeps hidden links, and gives the rest every order',
    (stored) => {
      const hidden = stored.replaceAll(/[a-z]/g, '');
      for (const form of listsOf('abcd')) {
        const after = save(name, stored, form);
        expect(after.replaceAll(/[A-Z]/g, '')).toBe(form);
        expect(after.replaceAll(/[a-z]/g, '')).toBe(hidden);
      }
    },
  );
});

describe('the links that a body names', () => {
  const tags = type.attributes.tags ?? { type: 'relation' };
  const change = (before: string, after: string) => linkChanges(tags, linksTo(before), linksTo(after));

  it('are only those that were added, removed or dragged', () => {
    expect(change('abcd', 'abcde')).toEqual({ connect: [{ documentId: 'e', position: { after: 'd' } }] });
    expect(change('abcd', 'abd')).toEqual({ disconnect: ['c'] });
    expect(change('abcd', 'bcda')).toEqual({ connect: [{ documentId: 'a', position: { after: 'd' } }] });
    expect(change('abcd', 'dabc')).toEqual({ connect: [{ documentId: 'd', position: { before: 'a' } }] });
    expect(change('', 'ab')).toEqual({ connect: [{ documentId: 'a' }, { documentId: 'b', position: { after: 'a' } }] });
  });

  it('have their type if the relation is polymorphic', () => {
    const about = type.attributes.about ?? { type: 'relation' };
    expect(linkChanges(about, linksTo('ab'), linksTo('bc'))).toEqual({
      disconnect: [{ __type: 'api::tag.tag', documentId: 'a' }],
      connect: [{ __type: 'api::tag.tag', documentId: 'c', position: { after: 'b', __type: 'api::tag.tag' } }],
    });
  });
});

import { expect, it } from 'vitest';
import { compileExtensions, withComputed, type Extension } from '../../../lib/platform/extensions/index.ts';
import { pack } from '../../../lib/schema/index.ts';
import { museum } from '../../setup/museum/seed.ts';

const schema = await museum();
const uid = 'api::exhibit.exhibit';
const value = () => null;

const compile = (...extensions: readonly object[]) =>
  compileExtensions(
    schema,
    extensions.map((extension, index) => ({
      file: `${index}.ts`,
      definition: 'types' in extension ? extension : { types: { [uid]: extension } },
    })),
  );

const messageOf = (...extensions: readonly object[]): string => {
  try {
    compile(...extensions);
    return '';
  } catch (error) {
    return (error as Error).message.replaceAll(`types.${uid}.`, '');
  }
};

const computing = (computed: object): object => ({
  computed: { excerpt: { type: 'string', from: [], value, ...computed } },
});
const named = (name: string): object => ({ computed: { [name]: { type: 'string', from: [], value } } });

it.each([
  [computing({ type: 'text' }), 'computed.excerpt.type: must be one of string, integer, decimal, boolean, json'],
  [computing({ type: undefined }), 'computed.excerpt.type: must be one of'],
  [named('title'), `computed.title: ${uid} already has an attribute title: choose another name`],
  [named('createdAt'), 'computed.createdAt: the name is reserved'],
  [named('a.b'), 'computed.a.b: is not a name'],
  [computing({ from: ['titel'] }), `computed.excerpt.from: ${uid} has no attribute "titel"; did you mean "title"?`],
  [
    computing({ from: ['artists'] }),
    "computed.excerpt.from: artists is a relation: a value can only be computed from the document's own values",
  ],
  [computing({ from: ['cover'] }), 'computed.excerpt.from: cover is a media'],
  [computing({ from: ['passphrase'] }), 'computed.excerpt.from: passphrase is a password'],
  [computing({ from: 'title' }), 'computed.excerpt.from: must be a list of attributes'],
  [computing({ value: 'x' }), 'computed.excerpt.value: must be a function'],
  [computing({ value: async () => await Promise.resolve(null) }), 'computed.excerpt.value: must not be async'],
  [computing({ unique: true }), 'computed.excerpt.unique: is unknown here'],
  [{ computed: { excerpt: 1 } }, 'computed.excerpt: must be an object with type, from and value'],
  [{ computed: [] }, 'computed: must be an object'],
  [{ canRead: true }, 'canRead: must be a function'],
  [{ canWrite: async () => await Promise.resolve(true) }, 'canWrite: must not be async'],
  [
    { types: { 'plugin::upload.file': { canRead: () => true } } },
    "canRead: is only for the site's own content types and users",
  ],
])('refuses %j: %s', (extension, message) => {
  expect(messageOf(extension)).toContain(message);
});

it('reports an attribute that two files compute', () => {
  expect(messageOf(computing({}), computing({}))).toBe(
    '1.ts  computed.excerpt: 0.ts computes excerpt already: choose another name',
  );
});

it('accepts scalars, components, dynamic zones and private attributes, and filters of users', () => {
  expect(messageOf(computing({ from: ['title', 'secret', 'label', 'notes', 'body'] }))).toBe('');
  const user = { canRead: () => true, canWrite: () => false };
  expect(messageOf({ types: { 'plugin::users-permissions.user': user } } satisfies Extension)).toBe('');
});

it('adds computed attributes beside those that are stored, and packs none', () => {
  const extended = withComputed(schema, compile(computing({ from: ['title'] })));
  const type = extended.types.get(uid);
  expect([...(type?.computed?.keys() ?? [])]).toEqual(['excerpt']);
  expect(type?.attributes).toBe(schema.types.get(uid)?.attributes);
  expect(extended.served.get('exhibits')).toBe(type);
  expect(JSON.stringify(pack(extended))).toBe(JSON.stringify(pack(schema)));
  expect(withComputed(schema, compile({ canRead: () => true }))).toBe(schema);
});
